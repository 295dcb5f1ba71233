import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { IconClock, IconMapPin } from '@tabler/icons-react';
import { StatusBadge, UrgencyBadge } from '../../shared/ui/badges';
import classes from './landing.module.css';

/** A request as it looks on the list, made up for the visitor. */
export function SampleRequest() {
  return (
    <section className={classes.pair} aria-labelledby="sample">
      <div>
        <Title order={2} size="h1" id="sample">
          Featured request
        </Title>
        <p className={classes.lead}>
          This is what you would find on your campus: a meal, a place and a time. If it suits you, accept it, and the
          two of you take it from there.
        </p>
      </div>
      <Paper component="article" aria-label="Sample request" withBorder shadow="md" p="lg" pos="relative">
        <Badge component="p" variant="filled" color="tomato" pos="absolute" top="-0.875rem" right="1.25rem">
          Sample
        </Badge>
        <Group gap="xs" mb="md">
          <StatusBadge status="active" />
          <UrgencyBadge urgency="medium" />
        </Group>
        <Title order={3}>Veggie burrito bowl</Title>
        <Text my="sm" ff="heading" fz="2.25rem" lh={1.1} c="var(--leaf-deep)">
          3 h 20 min{' '}
          <Text span c="dimmed">
            left
          </Text>
        </Text>
        <ul className={classes.points}>
          <li>
            <IconMapPin size={20} stroke={1.75} aria-hidden /> North Commons dining hall
          </li>
          <li>
            <IconClock size={20} stroke={1.75} aria-hidden /> Lunch, today at 2:00 PM, flexible timing
          </li>
        </ul>
        <Text mt="md">“Lab runs late and my plan ran out on Sunday. Happy to return the favor next week!”</Text>
        <Text mt="xs" size="sm" c="dimmed">
          Maya, sophomore
        </Text>
      </Paper>
    </section>
  );
}
