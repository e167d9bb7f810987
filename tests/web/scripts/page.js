// What the scripts need of a page, and of the cards printed on it, where there is no browser. To be imported first.

import { loadDictionary } from "../../../src/openabyss/browser/static/table/state/dictionary.js";

globalThis.document = { hidden: false, getElementById: () => null, documentElement: { lang: "en" } };

const values = [5, 4, 3, 2, 1, 0];
const codes = [..."JCHSQK"].flatMap((letter) => values.map((value) => [`${letter}${value}`, { value }]));
globalThis.fetch = async () => ({ json: async () => ({ allies: Object.fromEntries(codes) }) });
await loadDictionary("");
