import { Alert, Text } from '@mantine/core';
import { useEffect } from 'react';
import { keepSharedLink } from '../../shared/session/shared-link';

const tag = (name: string) => document.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content ?? '';

/**
 * Tells a visitor who opened the link of a request why they have to log in, with the preview that messengers show. The page
 * contains the preview (apps/api/src/platform/http/link-preview.ts) while the request is open.
 */
export function SharedLink({ open }: { open: string }) {
  useEffect(() => keepSharedLink(open), [open]);
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
