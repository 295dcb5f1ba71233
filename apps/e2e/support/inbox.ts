import { UNDO_ACCEPT_SECONDS } from '@spareswipe/contract';
import { until } from './until.js';

/** A received mail (only the fields that these tests read). */
export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** Names in lower case; empty if Mailpit received it. */
  headers: Record<string, string | undefined>;
  attachments: { name: string; url: string }[];
}

const json = async <Body>(url: string) => (await (await fetch(url)).json()) as Body;

interface InboxMail extends Omit<Mail, 'attachments'> {
  id: string;
  attachments: { generatedFileName: string }[] | null;
}

async function ofInbox(url: string, address: string): Promise<Mail[]> {
  const mails = await json<InboxMail[]>(`${url}/email?to.address=${encodeURIComponent(address)}`);
  return mails.map(({ id, attachments, ...mail }) => ({
    ...mail,
    attachments: (attachments ?? []).map(({ generatedFileName: name }) => ({
      name,
      url: `${url}/email/${id}/attachment/${name}`,
    })),
  }));
}

interface MailpitMail {
  Subject: string;
  Text: string;
  HTML: string;
  Attachments: { FileName: string; PartID: string }[];
}

async function ofMailpit(url: string, address: string): Promise<Mail[]> {
  const query = encodeURIComponent(`to:"${address}"`);
  const { messages } = await json<{ messages: { ID: string }[] }>(`${url}/api/v1/search?query=${query}`);
  const oldestFirst = messages.toReversed().map(async ({ ID }) => {
    const { Subject, Text, HTML, Attachments } = await json<MailpitMail>(`${url}/api/v1/message/${ID}`);
    return {
      subject: Subject,
      text: Text,
      html: HTML,
      headers: {},
      attachments: Attachments.map(({ FileName, PartID }) => ({
        name: FileName,
        url: `${url}/api/v1/message/${ID}/part/${PartID}`,
      })),
    };
  });
  return Promise.all(oldestFirst);
}

/** All mails to an address so far, oldest first. */
export const mailsTo = (address: string): Promise<Mail[]> =>
  process.env.E2E_MAILPIT ? ofMailpit(process.env.E2E_MAILPIT, address) : ofInbox(process.env.E2E_INBOX ?? '', address);

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
  const found = mail.attachments.find((one) => name.test(one.name));
  if (!found) throw new Error(`"${mail.subject}" has no attachment like ${name}`);
  return (await fetch(found.url)).text();
}

/** The first link of a mail below a path of the app. */
export function linkIn(mail: Mail, path: string): string {
  const link = mail.text.match(new RegExp(`https?://\\S+${path}/[\\w-]+`))?.[0];
  if (!link) throw new Error(`"${mail.subject}" has no link to ${path}`);
  return link;
}
