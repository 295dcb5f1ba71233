/** A visible character that can be next to a joiner. */
const VISIBLE = String.raw`(?![\p{DI}\u2800])[\p{L}\p{M}\p{N}\p{S}\p{Emoji}]`;
/** A character that a joiner or variation selector can change. Latin letters and their accents never join. */
const JOINABLE = String.raw`(?![\p{scx=Latn}\p{scx=Zinh}\d#*])${VISIBLE}`;
const JOINER = String.raw`[\u200c\u200d]`;
/** Viramas: signs that remove a letter's vowel in the scripts of India and Sri Lanka. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;

/**
 * Invisible characters. The first group matches those that names need, and is kept: a joiner between two letters or emoji
 * and the variation selector after one (Persian, Indic and Japanese names, joined emoji), the joiner after a virama, which
 * shows even at the end of a word, and the tags that spell a flag. All others are removed: they make a name blank or equal
 * to another one, reverse the text around them (U+202E) or hide words. Unicode does not list U+2800 as a blank, but it is.
 */
const INVISIBLE = new RegExp(
  [
    String.raw`(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
    String.raw`${VIRAMA}${JOINER}`,
    String.raw`[\d#*]\ufe0f(?=\u20e3)`, // a keycap emoji
    String.raw`${JOINABLE}\p{VS}?${JOINER}(?=[\p{DI}\u2800]*${VISIBLE})`,
    String.raw`${JOINABLE}\p{VS})`,
    String.raw`[\p{DI}\u2800\ufff9-\ufffb]`,
  ].join('|'),
  'gu',
);

/** No language piles this many marks on a letter (UAX #15, stream-safe text). Normalising a pile takes the square of its height. */
const LONG_PILE = /(\p{M}{30})\p{M}+/gu;

/** Removes invisible characters and normalises accents. The result may be shorter, or empty. */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, '$1').replace(LONG_PILE, '$1').normalize('NFC');

const UNMARKED: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' };

/** A text as search and places are compared: without case, accents and the strokes of letters, like the database's `folded`. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase() // also makes "ß" two letters
    .toLowerCase()
    .replace(/[łøđæœ]/g, (letter) => UNMARKED[letter]!);

/** The length that counts against a limit: visible text, trimmed, in code points as zod counts. */
export const countedLength = (text: string): number => Array.from(visibleText(text).trim()).length;
