import { Paper, Title } from '@mantine/core';
import { IconBolt, IconClock, IconMapPin, IconReceiptRefund, IconToolsKitchen2 } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './request-tips.module.css';

const TIPS = [
  {
    Icon: IconToolsKitchen2,
    tip: 'Say exactly what you would like. “Chicken bowl, no onions” is fulfilled sooner than “food”.',
  },
  { Icon: IconMapPin, tip: 'Name the store or dining hall, so that somebody already there can help.' },
  { Icon: IconClock, tip: 'Leave enough time. A deadline some hours ahead, or flexible timing, finds more helpers.' },
  { Icon: IconBolt, tip: 'Keep high urgency for when you really need it.' },
  { Icon: IconReceiptRefund, tip: 'Nobody can help by the deadline? Your meal comes back by itself.' },
];

/** Beside the form: what makes a request easy to fulfill. */
export function RequestTips() {
  const titleId = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={titleId}>
      <Title order={2} id={titleId} mb="sm">
        Tips for a good request
      </Title>
      <ul className={classes.tips}>
        {TIPS.map(({ Icon, tip }) => (
          <li key={tip}>
            <Icon size={20} stroke={1.75} aria-hidden />
            {tip}
          </li>
        ))}
      </ul>
    </Paper>
  );
}
