/**
 * What is kept of characters that nobody sees: the joiners and variants of a letter or an emoji, which Persian, Indic
 * and Japanese names and joined emoji need, and the tags that spell a flag. All others go: they make a name blank, turn
 * the text around them round (U+202E) or hide words in it. U+2800 is a blank that no list calls so.
 */
const UNSEEN =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]+|(?![\p{DI}\u2800])[\p{L}\p{M}\p{N}\p{S}\p{Emoji}][\u200c\u200d\p{VS}]+)|[\p{DI}\u2800\ufff9-\ufffb]/gu;

/** The text as people see it, its accents written one way. It may come out shorter, or empty. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '$1').normalize('NFC');
