// What stays where it is when rows get another order.

/** The indices of the longest run of rising numbers. */
export function longestRise(numbers) {
  const ends = [];
  const previous = [];
  numbers.forEach((number, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low ? ends[low - 1] : -1;
    ends[low] = index;
  });
  const rise = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]) rise.push(index);
  return rise.reverse();
}
