import { UNDO_ACCEPT_SECONDS } from '@spareswipe/contract';
import { until } from './until.js';

/** A mail of the local inbox (only the fields that these tests read). */
export interface Mail {
  id: string;
  subject: string;
  to: { address: string }[];
  text: string;
  html: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  attachments?: { fileName: string; contentType: string; generatedFileName: string }[];
}

const inbox = () => process.env.E2E_INBOX ?? '';

async function all(): Promise<Mail[]> {
  return (await (await fetch(`${inbox()}/email`)).json()) as Mail[];
}

/** All mails to an address so far. */
export const mailsTo = async (address: string) => (await all()).filter(({ to }) => to[0]?.address === address);

/**
 * Waits for the newest mail to an address whose subject matches. A job sends it, so it arrives after the response; those
 * of a match only when its accept can no longer be undone.
 */
export const mailTo = (address: string, subject: RegExp): Promise<Mail> =>
  until(
    `a mail to ${address} with a subject like ${subject}`,
    async () => (await mailsTo(address)).findLast((one) => subject.test(one.subject)),
    { seconds: 15 + UNDO_ACCEPT_SECONDS },
  );

/** The text of the attachment whose name matches. */
export async function attachment(mail: Mail, name: RegExp): Promise<string> {
  const found = mail.attachments?.find(({ generatedFileName }) => name.test(generatedFileName));
  if (!found) throw new Error(`"${mail.subject}" has no attachment like ${name}`);
  return (await fetch(`${inbox()}/email/${mail.id}/attachment/${found.generatedFileName}`)).text();
}

/** The first link of a mail below a path of the app. */
export function linkIn(mail: Mail, path: string): string {
  const link = mail.text.match(new RegExp(`https?://\\S+${path}/[\\w-]+`))?.[0];
  if (!link) throw new Error(`"${mail.subject}" has no link to ${path}`);
  return link;
}
