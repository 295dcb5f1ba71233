/** Matches the innermost element with this whole text, even if parts of it, such as a name, have elements of their own. */
export const sentence = (words: string) => (_own: string, element: Element | null) =>
  element?.textContent === words && !Array.from(element.children).some(({ textContent }) => textContent === words);
