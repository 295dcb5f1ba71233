const STORED_AS = 'alert-offers';

/** `help`: alerts about meals that others need. `news`: notifications about the student's own request. */
export type AlertOffer = 'help' | 'news';

const read = () => JSON.parse(localStorage.getItem(STORED_AS) ?? '[]') as string[];
const keyOf = (studentId: string, offer: AlertOffer) => `${studentId} ${offer}`;

/** Whether the student said "Not now" in this browser: that offer does not return. */
export const isDismissed = (studentId: string, offer: AlertOffer) => read().includes(keyOf(studentId, offer));

export const dismissOffer = (studentId: string, offer: AlertOffer) =>
  localStorage.setItem(STORED_AS, JSON.stringify([...new Set([...read(), keyOf(studentId, offer)])]));
