import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../shared/api/api-error';
import { oneMatch } from '../../shared/api/one-match';
import { ActionButton } from '../../shared/ui/action-button';

/**
 * The id of a match that the address names, for example `/matches?open=ID`, and what drops it without a step of history, with
 * another parameter that belongs to it.
 */
export function useLinkedId(parameter: 'open' | 'rate', another?: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get(parameter);

  // reads the address as it is now: the list may have changed its page, and Back leads to another address
  function drop() {
    const current = new URLSearchParams(window.location.search);
    if (current.get(parameter) !== id) return;
    current.delete(parameter);
    if (another) current.delete(another);
    void navigate({ search: current.toString() }, { replace: true });
  }

  return { id, drop };
}

/** That match, or a notice why it is not here. */
export function useMatchOfLink(id: string | null, drop: () => void) {
  const { data, error, isFetching, refetch } = useQuery({ ...oneMatch(id ?? ''), enabled: Boolean(id) });
  const match = id ? data?.match : undefined;
  const isMissing = Boolean(id) && !match && error !== null;
  const notice = isMissing && (
    <Notice onClose={drop}>
      {error instanceof ApiError && error.passing ? (
        <>
          We could not load the match of this link.{' '}
          <ActionButton size="compact-sm" variant="default" onClick={() => void refetch()} isPending={isFetching}>
            Try again
          </ActionButton>
        </>
      ) : (
        'We could not find the match of this link.'
      )}
    </Notice>
  );
  return { match, notice };
}

export function Notice({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Alert role="status" color="blue" mb="md" withCloseButton closeButtonLabel="Dismiss" onClose={onClose}>
      {children}
    </Alert>
  );
}
