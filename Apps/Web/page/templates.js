// The templates of the page, each for a screen of an app.
import { nameOfProgram } from "./names.js";

/** What binds an element to a property of the state. */
const STATE = ["text", "tone", "hidden", "shown", "enabled", "reason", "value", "checked", "entered", "clear", "busy", "name"];

/**
 * The templates that fit the screens of an app, by their names. One that belongs to another app is left; one that binds what the
 * description does not have is left, too, and the console says where it does.
 */
export function fittingTemplates(program, screens, schemas) {
  const fitting = new Map();
  for (const template of document.querySelectorAll("template[data-screen]")) {
    const { app, screen } = template.dataset;
    if (app !== undefined && app !== nameOfProgram(program)) continue;
    const wrong = [...misfits(template, screens.get(screen), schemas)];
    for (const text of wrong) console.warn(text);
    if (!wrong.length) fitting.set(screen, template);
  }
  return fitting;
}

function* misfits(template, screen, schemas) {
  const { screen: name } = template.dataset;
  if (!screen) return yield `${place(template)}: the app has no screen "${name}"`;
  const { properties: state = {} } = schemas.resolve(screen.state);
  const events = new Map(schemas.variants(screen.events).map(event => [schemas.constants(event).type, event.properties ?? {}]));
  for (const element of [template, ...template.content.querySelectorAll("*")]) {
    const { event, member, ...bound } = element.dataset;
    for (const attribute of STATE) {
      if (bound[attribute] && !Object.hasOwn(state, bound[attribute])) yield `${place(template, attribute, bound[attribute])} is not in the state of "${name}"`;
    }
    if (event && !events.has(event)) yield `${place(template, "event", event)} is no event of "${name}"`;
    else if (event && member && !Object.hasOwn(events.get(event), member)) yield `${place(template, "member", member)} is no value of the event "${event}" of "${name}"`;
  }
}

/** The file and the line of an attribute of a template. */
function place(template, name, value) {
  const [, file, first] = /^(.*):(\d+)$/.exec(template.dataset.source ?? "") ?? [undefined, "index.html", 1];
  if (!name) return `${file}:${first}`;
  const attribute = `data-${name}="${value}"`;
  const { outerHTML } = template;
  return `${file}:${Number(first) + outerHTML.slice(0, outerHTML.indexOf(attribute)).split("\n").length - 1}: ${attribute}`;
}
