/** `help`: alerts about meals that others need. `news`: notifications about the student's own request. */
type AlertOffer = 'help' | 'news';

const storedAs = (studentId: string, offer: AlertOffer) => `no ${offer} ${studentId}`;

/** Whether the student said "Not now" in this browser: that offer does not return. */
export const isDismissed = (studentId: string, offer: AlertOffer) =>
  localStorage.getItem(storedAs(studentId, offer)) !== null;

export const dismissOffer = (studentId: string, offer: AlertOffer) =>
  localStorage.setItem(storedAs(studentId, offer), '');
