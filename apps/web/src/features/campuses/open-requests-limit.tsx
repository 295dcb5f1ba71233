import { Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { myCampus } from './campuses.queries';

/** How many open requests the campus allows at once. Nothing where it sets no limit. */
export function OpenRequestsLimit() {
  const most = useQuery(myCampus).data?.openRequestsMax;
  if (!most) return null;
  return (
    <Text c="dimmed" mb="md">
      Your campus allows {counted(most, 'open request')} at once.
    </Text>
  );
}
