import { Text, VisuallyHidden } from '@mantine/core';
import { counted, SCORE_MAX, type Reputation } from '@spareswipe/contract';

interface Props {
  name: string;
  reputation?: Reputation;
}

/** Another student: the name and, once enough people rated them, what they are known for. */
export function Person({ name, reputation }: Props) {
  return (
    <>
      <bdi>{name}</bdi>
      {reputation && (
        <>
          {' '}
          <Standing {...reputation} />
        </>
      )}
    </>
  );
}

/** Stars and meals shared, quiet beside a name. Isolated, since the name may run from right to left. */
export function Standing({ stars, meals }: Reputation) {
  const shared = `${counted(meals, 'meal')} shared`;
  return (
    <Text component="bdi" pos="relative" c="dimmed" fz="max(0.8125rem, 0.875em)" fw={400} lh="inherit">
      <span aria-hidden>
        <Text span inherit c="var(--accent)">
          ★
        </Text>{' '}
        {stars.toFixed(1)} · {shared}
      </span>
      <VisuallyHidden>
        {stars} of {SCORE_MAX} stars, {shared}
      </VisuallyHidden>
    </Text>
  );
}
