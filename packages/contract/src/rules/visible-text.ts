/** A character that people see and that may stand beside a joiner. */
const SEEN = String.raw`(?![\p{DI}\u2800])[\p{L}\p{M}\p{N}\p{S}\p{Emoji}]`;
/** One that a joiner or a variant can change. Latin letters and their accents are joined by nothing. */
const CHANGED = String.raw`(?![\p{scx=Latn}\p{scx=Zinh}\d#*])${SEEN}`;
const JOINER = String.raw`[\u200c\u200d]`;
/** The sign that takes the vowel from a letter, in Devanagari, Bengali and the other scripts of India and Sri Lanka. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;

/**
 * What is kept of characters that nobody sees, one at a place: the joiner between two letters or emoji and the variant
 * after one, which Persian, Indic and Japanese names and joined emoji need, the joiner after a virama, which shows also at
 * the end of a word, and the tags that spell a flag. All others go: they make a name blank or another's double, turn the
 * text around them round (U+202E) or hide words in it. U+2800 is a blank that no list calls so.
 */
const UNSEEN = new RegExp(
  [
    String.raw`(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
    String.raw`${VIRAMA}${JOINER}`,
    String.raw`[\d#*]\ufe0f(?=\u20e3)`, // a digit as a key
    String.raw`${CHANGED}\p{VS}?${JOINER}(?=[\p{DI}\u2800]*${SEEN})`,
    String.raw`${CHANGED}\p{VS})`,
    String.raw`[\p{DI}\u2800\ufff9-\ufffb]`,
  ].join('|'),
  'gu',
);

/** The text as people see it, its accents written one way. It may come out shorter, or empty. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '$1').normalize('NFC');

/** How much of a limit a text takes up: what people see of it, without the space around it, in code points as zod counts. */
export const countedLength = (text: string): number => Array.from(visibleText(text).trim()).length;
