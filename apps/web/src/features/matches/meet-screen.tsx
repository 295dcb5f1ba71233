import { Button, Text, VisuallyHidden } from '@mantine/core';
import { meetCode } from '@spareswipe/contract';
import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showDeadline } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import type { Appointment } from '../../shared/session/kept-meal';
import { Place } from '../../shared/ui/campus';
import { dialogs } from '../../shared/ui/dialogs';
import { useNow } from '../../shared/use-now';
import { useScreenAwake } from '../../shared/use-screen-awake';
import { telephone } from './contact';
import { MeetDish } from './meet-code';
import classes from './meet-screen.module.css';

interface Options {
  /** In the place of a `MeetScreen` that knows the appointment alone. */
  screen?: ReactNode;
  onClose?: () => void;
}

/** Fills the screen with the meet code, and needs no network for it. */
export const openMeetScreen = (
  appointment: Appointment,
  { screen = <MeetScreen {...appointment} />, onClose }: Options = {},
) =>
  dialogs.open({
    modalId: `meet-${appointment.matchId}`,
    title: (
      <>
        Meet <bdi>{firstName(appointment.other)}</bdi>
      </>
    ),
    fullScreen: true,
    // `onClose` chooses where: it would return to what took the focus when the button was gone
    returnFocus: false,
    onClose,
    styles: { content: { display: 'flex', flexDirection: 'column' }, body: { display: 'grid', flex: 1 } },
    children: screen,
  });

interface Props extends Appointment {
  /** The match has ended: hides the code and the call. */
  hasEnded?: boolean;
  /** What the students say about their meeting, or how it ended. */
  children?: ReactNode;
}

export function MeetScreen({ hasEnded = false, children, ...appointment }: Props) {
  useScreenAwake();
  const now = useNow();
  const { matchId, me, other, phoneNumber } = appointment;
  const { color, dish } = meetCode(matchId);
  return (
    <div className={classes.screen} data-meeting>
      {!hasEnded && (
        <>
          <MeetDish matchId={matchId} className={classes.dish} />
          <p>Both phones show</p>
          <Text ff="heading" fz="min(2.25rem, 12vw)" fw={600} lh={1.1}>
            {color} {dish}
          </Text>
        </>
      )}
      <p>
        <bdi>{me}</bdi> and <bdi>{other}</bdi> at <Place {...appointment} />, {showDeadline(appointment, now)}
      </p>
      {!hasEnded && phoneNumber && (
        <Button
          component="a"
          href={telephone(phoneNumber)}
          variant="light"
          leftSection={<IconPhone size={18} aria-hidden />}
        >
          <VisuallyHidden>Call {other}, </VisuallyHidden>
          {phoneNumber}
        </Button>
      )}
      {children}
    </div>
  );
}
