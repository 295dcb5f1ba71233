import { Text, TextInput } from '@mantine/core';
import { isTimeZone, type AlertSettings, type ChangeAlertSettings } from '@spareswipe/contract';
import { useId, useState } from 'react';
import classes from './alerts.module.css';
import { browserZone } from './use-alert-settings';

interface Props {
  settings: AlertSettings;
  change: (changes: ChangeAlertSettings) => void;
}

/** The hours in which no alerts come, by the student's clock. A half-typed time is saved once it is complete. */
export function QuietHours({ settings: { quietHours, timeZone }, change }: Props) {
  const [typed, setTyped] = useState(quietHours);
  const hintId = useId();
  const [zone, ofDevice] = [nameOf(timeZone), nameOf(browserZone())];

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
      // after the text of the others, "Saved." would be heard of this one too
      error={!typed[end] && <span role="alert">Please enter a time</span>}
      onChange={(event) => type({ [end]: event.currentTarget.value })}
    />
  );

  return (
    <fieldset className={classes.group} aria-describedby={hintId}>
      <legend>Quiet hours</legend>
      <div className={classes.pair}>
        {field('from', 'From')}
        {field('until', 'Until')}
      </div>
      <Text id={hintId} size="sm" c="dimmed">
        {typed.from === typed.until
          ? 'The same time twice: no quiet hours. '
          : 'No alerts come between these times; news of your own requests and promises still comes. '}
        These are times in {zone}.
        {zone !== ofDevice && ` Your device is set to ${ofDevice}. Saving a change here switches to it.`}
      </Text>
    </fieldset>
  );
}

/** 'Eastern Time' for "America/New_York"; a zone that this browser does not know is shown as it is. */
function nameOf(timeZone: string) {
  if (!isTimeZone(timeZone)) return timeZone;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
