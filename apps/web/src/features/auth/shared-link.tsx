import { Alert, Text } from '@mantine/core';

const tag = (name: string) => document.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content ?? '';

/**
 * For a visitor who opened the link of a request: why they are asked to log in, with the preview that messengers show of it.
 * The page that the link opened carries that (apps/api/src/http/link-preview.ts), unless the request is no longer open.
 */
export function SharedLink({ open }: { open: string }) {
  const isPreviewed = tag('url').endsWith(`?open=${open}`);
  return (
    <Alert color="leaf" role="note" mt="md" title="Log in to see this request">
      {isPreviewed && (
        <>
          <Text fw={600}>{tag('title')}</Text>
          <Text>{tag('description')}</Text>
        </>
      )}
    </Alert>
  );
}
