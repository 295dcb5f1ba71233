import { Button, Paper, Text, Title } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { showDate, showDeadline } from '../../shared/dates';
import { keptMeal } from '../../shared/session/kept-meal';
import { Place } from '../../shared/ui/campus';
import { useNow } from '../../shared/use-now';
import { telephone } from './contact';
import { isTooEarly, MeetCode, whenCodeAppears } from './meet-code';
import { openMeetScreen } from './meet-screen';
import classes from './next-meal.module.css';
import { WhoBrings } from './who-brings';

/** The next meal as this device last had it, where the server cannot be reached: with whom, where, when, and the meet code. */
export function KeptMeal() {
  const [kept] = useState(keptMeal);
  const titleId = useId();
  const now = useNow();
  if (!kept) return null;
  const { asOf, ...appointment } = kept;
  const { other, phoneNumber } = appointment;

  return (
    <Paper component="section" withBorder aria-labelledby={titleId} className={classes.panel} mb="lg">
      <Title order={2} id={titleId}>
        Next meal
      </Title>
      <Text mt={4}>
        With <bdi>{other}</bdi> at <Place {...kept} />, {showDeadline(kept, now)}
      </Text>
      <Text mt={4}>
        <WhoBrings {...appointment} />
      </Text>
      {isTooEarly(kept, now) ? (
        <Text mt={4}>{whenCodeAppears(kept, now)}</Text>
      ) : (
        <MeetCode {...appointment} onPress={() => openMeetScreen(appointment)} />
      )}
      {phoneNumber && (
        <Button
          component="a"
          href={telephone(phoneNumber)}
          variant="light"
          mt="sm"
          leftSection={<IconPhone size={18} aria-hidden />}
        >
          {phoneNumber}
        </Button>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        Kept on this device. It was so {showDate(asOf, now).replace(/^To/, 'to')}.
      </Text>
    </Paper>
  );
}
