/** The part of mailparser that the tests use; the package has no types. */
declare module 'mailparser' {
  import type { Readable } from 'node:stream';

  export interface ParsedMail {
    to?: { value: { address?: string; name: string }[] } | { value: { address?: string; name: string }[] }[];
    subject?: string;
    text?: string;
    html: string | false;
    messageId?: string;
    /** `key` in lower case; `line` as sent, with its name. */
    headerLines: { key: string; line: string }[];
    attachments: {
      filename?: string;
      content: Buffer;
      headers: Map<string, { value: string; params: Record<string, string> }>;
    }[];
  }
  export function simpleParser(source: Readable | string): Promise<ParsedMail>;
}
