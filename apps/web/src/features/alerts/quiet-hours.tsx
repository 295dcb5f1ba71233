import { Text, TextInput } from '@mantine/core';
import type { AlertSettings, ChangeAlertSettings } from '@spareswipe/contract';
import { useId, useState } from 'react';
import classes from './alerts.module.css';
import { browserZone } from './use-alert-settings';

interface Props {
  settings: AlertSettings;
  change: (changes: ChangeAlertSettings) => void;
}

/** From when until when nothing comes, by the clock of the student. A time that is half typed is saved once it is whole. */
export function QuietHours({ settings: { quietHours, timeZone }, change }: Props) {
  const [typed, setTyped] = useState(quietHours);
  const hintId = useId();
  const zone = browserZone();

  function type(times: Partial<typeof quietHours>) {
    const next = { ...typed, ...times };
    setTyped(next);
    if (next.from && next.until) change({ quietHours: next });
  }

  const field = (end: 'from' | 'until', label: string) => (
    <TextInput
      type="time"
      label={label}
      value={typed[end]}
      error={!typed[end] && 'Please enter a time'}
      aria-describedby={hintId}
      onChange={(event) => type({ [end]: event.currentTarget.value })}
    />
  );

  return (
    <fieldset className={classes.group}>
      <legend>Quiet hours</legend>
      <div className={classes.pair}>
        {field('from', 'From')}
        {field('until', 'Until')}
      </div>
      <Text id={hintId} size="sm" c="dimmed">
        {typed.from === typed.until ? 'The same time twice: no quiet hours. ' : 'Nothing comes between these times. '}
        Times are those of {nameOf(timeZone)}.
        {timeZone !== zone && ` Your device is set to ${nameOf(zone)}: the next change here takes that.`}
      </Text>
    </fieldset>
  );
}

const nameOf = (timeZone: string) => timeZone.replaceAll('_', ' ');
