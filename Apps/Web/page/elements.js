// The elements for a page of one's own: <script type="module" src="/elements.js"></script>
import { Host } from "./host.js";
import { defineElements } from "./parts.js";

defineElements(new Host());
