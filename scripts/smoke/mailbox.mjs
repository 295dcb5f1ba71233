import { setTimeout as wait } from 'node:timers/promises';

const WITHIN_MS = 30_000;

async function get(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return response;
}
const json = async (address) => (await get(address)).json();

/** The mails to an address, newest first, from Mailpit (docker/compose.yml). */
async function mailsTo(url, address) {
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
}

/** Opens the mail catcher of a running system. */
export function openMailbox(url) {
  return {
    /** Waits for the newest mail to an address whose subject matches; a job sends it after the response. */
    async mailTo(address, subject) {
      for (const end = Date.now() + WITHIN_MS; Date.now() < end; await wait(200)) {
        const mail = (await mailsTo(url, address)).find((one) => subject.test(one.subject));
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
