/** A mail as the local inbox keeps it (the fields these tests read). */
export interface Mail {
  id: string;
  subject: string;
  to: { address: string }[];
  text: string;
  html: string;
  attachments?: { fileName: string; contentType: string; generatedFileName: string }[];
}

const inbox = () => process.env.E2E_INBOX ?? '';

async function all(): Promise<Mail[]> {
  return (await (await fetch(`${inbox()}/email`)).json()) as Mail[];
}

/** Everything that has arrived for an address. */
export const mailsTo = async (address: string) => (await all()).filter(({ to }) => to[0]?.address === address);

/** Waits for the newest mail to an address whose subject matches. Mails are sent by a job, so they follow the answer. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  for (const end = Date.now() + 15_000; Date.now() < end;) {
    const mail = (await mailsTo(address)).findLast((one) => subject.test(one.subject));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${address} with a subject like ${subject} within 15 s`);
}

/** The text of a mail's attachment. */
export async function attachment(mail: Mail, name: RegExp): Promise<string> {
  const found = mail.attachments?.find(({ generatedFileName }) => name.test(generatedFileName));
  if (!found) throw new Error(`"${mail.subject}" has no attachment like ${name}`);
  return (await fetch(`${inbox()}/email/${mail.id}/attachment/${found.generatedFileName}`)).text();
}

/** The first link of a mail under a path of the app. */
export function linkIn(mail: Mail, path: string): string {
  const link = mail.text.match(new RegExp(`https?://\\S+${path}/[\\w-]+`))?.[0];
  if (!link) throw new Error(`"${mail.subject}" has no link to ${path}`);
  return link;
}
