import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { oneMatch } from '../../shared/api/one-match';
import { ActionButton } from '../../shared/ui/action-button';

/** The match that the address names, or a notice why it is not here. */
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
