import { Group, Text } from '@mantine/core';
import { ActionButton } from '../../shared/ui/action-button';
import { useDownloadData } from './account.mutations';

/** Saves everything kept about the student as a file: a page to read, or JSON for other programs. */
export function DownloadData() {
  const download = useDownloadData();
  const button = (format: 'html' | 'json', label: string) => (
    <ActionButton variant="default" onClick={() => download.mutate(format)} isPending={download.isPending}>
      {label}
    </ActionButton>
  );
  return (
    <>
      <Text mb="sm">A file with everything that we keep about you: a page to read, or JSON for other programs.</Text>
      <Group gap="sm">
        {button('html', 'Download as a page')}
        {button('json', 'Download as JSON')}
      </Group>
    </>
  );
}
