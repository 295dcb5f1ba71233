/** Finds the innermost element that reads so, whatever elements the words in it have of their own: a name's, a number's. */
export const sentence = (words: string) => (_own: string, element: Element | null) =>
  element?.textContent === words && !Array.from(element.children).some(({ textContent }) => textContent === words);
