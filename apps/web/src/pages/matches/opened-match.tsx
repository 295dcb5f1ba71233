import { Box, Group, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { ActionButton } from '../../shared/ui/action-button';
import { ExchangeCard } from './exchange-card';
import { useMatchOfLink } from './match-of-link';

interface Props {
  id: string;
  drop: () => void;
  now: Date;
}

/** Above the list, the match that the address names, where the list does not have it: it is on another page or tab. */
export function OpenedMatch({ id, drop, now }: Props) {
  const titleId = useId();
  const { match, notice } = useMatchOfLink(id, drop);
  if (!match) return notice;
  return (
    <Box component="section" mb="lg" aria-labelledby={titleId} tabIndex={-1} data-still>
      <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap">
        <Title order={2} size="h3" id={titleId}>
          The match you opened
        </Title>
        <ActionButton variant="subtle" onClick={drop}>
          Close
        </ActionButton>
      </Group>
      <Spotlight isOn>
        <ExchangeCard match={match} now={now} />
      </Spotlight>
    </Box>
  );
}

interface SpotlightProps {
  isOn: boolean;
  onShown?: () => void;
  children: ReactNode;
}

/** Scrolls to its place in a list, and focuses it, when the address names it. */
export function Spotlight({ isOn, onShown, children }: SpotlightProps) {
  const content = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => {
    const place = content.current?.closest<HTMLElement>('[tabindex="-1"]');
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
    onShown?.();
  });
  useEffect(() => {
    if (!isOn) return;
    // after the screen's heading, which takes the focus on arrival
    const timer = setTimeout(show);
    return () => clearTimeout(timer);
  }, [isOn]);
  return (
    <div ref={content} style={{ display: 'grid', minWidth: 0 }}>
      {children}
    </div>
  );
}
