import { Checkbox, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { alertPeriods, ALERTS_PER_DAY, type AlertPeriod, type AlertSettings } from '@spareswipe/contract';
import { useQuery, type MutationStatus } from '@tanstack/react-query';
import { useEffect, useRef, type ChangeEvent } from 'react';
import { useLocation } from 'react-router';
import { Loaded } from '../../shared/ui/loaded';
import { mealPeriodLabel } from '../../shared/ui/meal-period';
import { News } from '../../shared/ui/news';
import { Section } from '../../shared/ui/section';
import classes from './alerts.module.css';
import { myDevices } from './push.queries';
import { QuietHours } from './quiet-hours';
import { SendTest } from './send-test';
import { ThisDevice } from './this-device';
import { useAlertSettings } from './use-alert-settings';

const SAVING: Record<MutationStatus, string> = {
  idle: 'Changes are saved at once.',
  pending: 'Saving…',
  success: 'Saved.',
  error: 'Not saved. Please try again.',
};

/** The settings of alerts: about what, how, and when. */
export function AlertsSection() {
  const { query, settings, saving, change } = useAlertSettings();
  const devices = useQuery(myDevices).data?.devices;
  const onDevices = devices && settings && aboutDevices(settings, devices.length);
  const box = (name: 'mail' | 'helpToday' | 'push' | 'showDetails') => ({
    checked: settings?.[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.checked }),
  });
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // this script comes after the page, so the browser has found no such place
    if (hash === '#alerts') place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div id="alerts" ref={place}>
      <Section title="Alerts">
        <Loaded query={query} skeleton={<Skeleton height="18rem" />}>
          {() =>
            settings && (
              <Stack gap="lg">
                <div>
                  <Text>Get an alert when a student needs a meal. At most {ALERTS_PER_DAY} alerts a day.</Text>
                  <Text
                    // what comes with the section is no news
                    role={saving === 'idle' ? undefined : 'status'}
                    size="sm"
                    c={saving === 'error' ? 'var(--mantine-color-error)' : 'dimmed'}
                  >
                    {SAVING[saving]}
                  </Text>
                </div>
                <ThisDevice onTurnedOn={() => settings.push || change({ push: true })} />
                <Checkbox {...box('mail')} label="Mail" description="If none of your devices gets an alert." />
                <Checkbox
                  {...box('helpToday')}
                  label="I can help today"
                  description={`Until midnight, outside your quiet hours, you are among the first whom we ask.${isHeard(settings, devices) ? '' : UNHEARD}`}
                />
                <details className={classes.more}>
                  <summary>More</summary>
                  <Stack gap="lg">
                    <fieldset className={classes.group}>
                      <legend>Notifications</legend>
                      <Checkbox {...box('push')} label="Notifications on my devices" description={onDevices} />
                      {devices && <News of={onDevices}>{onDevices}</News>}
                      <Checkbox
                        {...box('showDetails')}
                        label="Show details on the lock screen"
                        description="Food and place, for all who see your screen. Never a name, address or phone number."
                      />
                    </fieldset>
                    <MealPeriods settings={settings} change={change} />
                    <NativeSelect
                      label="From where"
                      data={[
                        { value: 'mine', label: 'My campus' },
                        { value: 'all', label: 'All campuses' },
                      ]}
                      value={settings.campus}
                      onChange={(event) => change({ campus: event.currentTarget.value as AlertSettings['campus'] })}
                    />
                    <QuietHours settings={settings} change={change} />
                    <SendTest isOff={!settings.mail && !(devices ? devices.length : settings.push)} />
                  </Stack>
                </details>
              </Stack>
            )
          }
        </Loaded>
      </Section>
    </div>
  );
}

const UNHEARD = ' But no alert reaches you: switch on notifications or mail.';

/** Whether alerts reach the student. Until the devices are loaded, the switch for all of them decides. */
const isHeard = ({ push, mail }: AlertSettings, devices?: unknown[]) => mail || (push && devices?.length !== 0);

/** Each device has its own switch, and alerts have one for all devices: says when one has no effect without the other. */
function aboutDevices({ push }: AlertSettings, count: number) {
  if (push) return count ? undefined : 'No device gets them yet.';
  return count ? 'Now they get news of your own requests and promises only.' : undefined;
}

interface PartProps {
  settings: AlertSettings;
  change: ReturnType<typeof useAlertSettings>['change'];
}

function MealPeriods({ settings: { mealPeriods }, change }: PartProps) {
  const toggle = (period: AlertPeriod, isOn: boolean) =>
    change({ mealPeriods: alertPeriods.filter((one) => (one === period ? isOn : mealPeriods.includes(one))) });
  return (
    <fieldset className={classes.group}>
      <legend>Meals</legend>
      {alertPeriods.map((period) => (
        <Checkbox
          key={period}
          label={mealPeriodLabel(period)}
          checked={mealPeriods.includes(period)}
          onChange={(event) => toggle(period, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
