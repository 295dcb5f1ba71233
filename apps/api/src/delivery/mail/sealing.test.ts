import { seal, unseal } from './sealing.js';

const SECRET = 'a secret for tests, long enough to be taken for one';
const LINK = 'https://swipes.example.edu/verify-email/abc';

it('opens what it sealed, which shows nothing of the text and differs each time', async () => {
  const [first, second] = [await seal(LINK, SECRET), await seal(LINK, SECRET)];
  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[3]!, 'base64url').toString()).not.toContain('abc');
  expect(await unseal(first, SECRET)).toBe(LINK);
  expect(await unseal(second, SECRET)).toBe(LINK);
});

it('opens nothing that was sealed with another secret or changed on the way', async () => {
  const sealed = await seal(LINK, SECRET);
  await expect(unseal(sealed, `${SECRET}!`)).rejects.toThrow();
  const [header, key, iv, text, tag] = sealed.split('.') as [string, string, string, string, string];
  const changed = text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`;
  await expect(unseal([header, key, iv, changed, tag].join('.'), SECRET)).rejects.toThrow();
});
