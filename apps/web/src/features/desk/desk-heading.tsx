import { Title } from '@mantine/core';
import { usePageHeading } from '../../shared/ui/use-page-heading';

/** The heading of a screen of the desk, which takes the focus on arrival. */
export function DeskHeading({ title }: { title: string }) {
  const ref = usePageHeading(`${title} · Desk`);
  return (
    <Title order={1} ref={ref} tabIndex={-1} mb="sm">
      <bdi>{title}</bdi>
    </Title>
  );
}
