// Long names on small cards: where a word may be divided.

export const SOFT_HYPHEN = "\u00ad";
/** Words of fewer letters have room on the smallest card with a name. */
const LONG_WORD = 12;
/** Where a syllable begins in each of our languages: a consonant, or two that are one sound, before a vowel. */
const SYLLABLE =
  /(?:[csz]h|ch|sz|cz|rz|ph|th|gh|gn|qu|[^aeiouyáéíóúýàèìòùâêîôûäöüąęěůœæ])(?=[aeiouyáéíóúýàèìòùâêîôûäöüąęěůœæ])/giu;
const THREE_CONSONANTS = /[^aeiouyáéíóúýàèìòùâêîôûäöüąęěůœæ]{3}$/iu;
const FEWEST_LETTERS = 3;

/**
 * A long word with a soft hyphen where the syllable nearest to its middle begins: few browsers divide words
 * in all of our languages by themselves.
 * @param {string} word
 */
export function divisible(word) {
  if (word.length < LONG_WORD || word.includes("-")) return word;
  const middle = word.length / 2;
  const places = [...word.matchAll(SYLLABLE)]
    .map(({ index }) => index)
    .filter((place) => place >= FEWEST_LETTERS && !THREE_CONSONANTS.test(word.slice(0, place)))
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle) || other - one);
  const [best] = places;
  return best === undefined ? word : `${word.slice(0, best)}${SOFT_HYPHEN}${word.slice(best)}`;
}
