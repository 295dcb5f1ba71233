import { setTimeout as wait } from 'node:timers/promises';

const WITHIN_MS = 30_000;

async function get(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return response;
}
const json = async (address) => (await get(address)).json();

/** The mails to an address, newest first, from Mailpit (docker/compose.yml) or the inbox of `pnpm start`. */
const readers = {
  async mailpit(url, address) {
    const { messages } = await json(`${url}/api/v1/search?query=${encodeURIComponent(`to:"${address}"`)}`);
    const mails = await Promise.all(messages.map(({ ID }) => json(`${url}/api/v1/message/${ID}`)));
    return mails.map(({ ID, Subject, Text, Attachments }) => ({
      subject: Subject,
      text: Text,
      attachments: Attachments.map(({ FileName, PartID }) => ({
        name: FileName,
        address: `${url}/api/v1/message/${ID}/part/${PartID}`,
      })),
    }));
  },
  async inbox(url, address) {
    const mails = await json(`${url}/email`);
    const received = mails.filter(({ to }) => to.some((one) => one.address === address)).reverse();
    return received.map(({ id, subject, text, attachments }) => ({
      subject,
      text,
      attachments: (attachments ?? []).map(({ generatedFileName }) => ({
        name: generatedFileName,
        address: `${url}/email/${id}/attachment/${generatedFileName}`,
      })),
    }));
  },
};

/** Opens the mail catcher of a running system. */
export function openMailbox(url) {
  const kind = fetch(`${url}/api/v1/info`).then(({ ok }) => (ok ? 'mailpit' : 'inbox'));
  return {
    /** Waits for the newest mail to an address whose subject matches; a job sends it after the response. */
    async mailTo(address, subject) {
      const read = readers[await kind];
      for (const end = Date.now() + WITHIN_MS; Date.now() < end; await wait(200)) {
        const mail = (await read(url, address)).find((one) => subject.test(one.subject));
        if (!mail) continue;
        const attachment = async (name) => {
          const found = mail.attachments.find((one) => name.test(one.name));
          if (!found) throw new Error(`"${mail.subject}" has no attachment like ${name}`);
          return (await get(found.address)).text();
        };
        return { ...mail, attachment };
      }
      throw new Error(`No mail to ${address} with a subject like ${subject} within ${WITHIN_MS / 1000} s`);
    },
  };
}
