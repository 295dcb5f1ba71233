import { ActionIcon, TextInput } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { paths } from '../../shared/paths';
import { dialogs } from '../../shared/ui/dialogs';
import { toast } from '../../shared/ui/toast';

const linkOf = (requestId: string) => `${window.location.origin}${paths.browse}?open=${requestId}`;

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Link copied');
  } catch {
    // not allowed, or a page without https
    dialogs.open({
      title: 'Copy this link',
      children: (
        <TextInput
          aria-label="Link"
          value={link}
          readOnly
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      ),
    });
  }
}

async function share(link: string) {
  if (!('share' in navigator)) return copy(link);
  try {
    await navigator.share({ title: 'A meal request on SpareSwipe', url: link });
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copy(link);
  }
}

/** Opens the phone's share sheet with the link to a request, or copies the link in browsers without one. */
export function ShareButton({ requestId, describedBy }: { requestId: string; describedBy: string }) {
  return (
    <ActionIcon
      variant="subtle"
      size="2.75rem"
      flex="none"
      aria-label="Share"
      aria-describedby={describedBy}
      onClick={() => void share(linkOf(requestId))}
    >
      <IconShare size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
