import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useMeetMatch, useSayHere } from '../../features/matches/matches.mutations';
import { MeetCode, whenCodeAppears } from '../../features/matches/meet-code';
import { MeetScreen, openMeetScreen } from '../../features/matches/meet-screen';
import classes from '../../features/matches/meeting.module.css';
import { appointmentOf } from '../../features/matches/next-meal.queries';
import { otherName } from '../../features/matches/sides';
import { whyCancelled } from '../../features/matches/why-cancelled';
import { oneMatch } from '../../shared/api/one-match';
import { deadlineInSentence } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import { useNow } from '../../shared/use-now';
import { ActionButton } from '../../shared/ui/action-button';
import { News } from '../../shared/ui/news';
import { focusableAround } from '../../shared/ui/use-focus-kept';
import { Stars } from './stars';

interface Props {
  match: Match;
  /** The element that names the meal. */
  describedBy: string;
}

interface MeetingProps extends Props {
  /** "It's them" was pressed here: what it led to stays when the match is complete. */
  hasMet?: boolean;
  onMet?: (hasMet: boolean) => void;
}

/**
 * The meeting of the two students. Until half an hour before the deadline one line says when the code comes. If the screen
 * is open by then, the code waits for a press: appearing by itself it would move the buttons below it.
 */
export function Meeting({ match, describedBy, hasMet, onMet }: MeetingProps) {
  const { status, meeting, request } = match;
  const now = useNow();
  const [isShown, setShown] = useState(meeting !== null);
  const [isFullScreen, setFullScreen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const later = useRef<HTMLDivElement>(null);
  if (status !== 'accepted' && !(status === 'completed' && hasMet)) return null;

  function fillScreen() {
    setShown(true);
    setFullScreen(true);
    const around = focusableAround(section.current ?? later.current);
    openMeetScreen(appointmentOf(match), {
      screen: <LiveMeetScreen match={match} describedBy={describedBy} />,
      onClose() {
        setFullScreen(false);
        // the button that opened the screen is gone: to the code, or to the card if the meal is complete
        (section.current?.querySelector('button') ?? around)?.focus({ preventScroll: true });
      },
    });
  }

  if (hasMet || (meeting && isShown))
    return (
      <section
        ref={section}
        aria-label={`Meet ${otherName(match)}`}
        aria-describedby={describedBy}
        className={classes.meeting}
      >
        {status === 'accepted' && <MeetCode {...appointmentOf(match)} onPress={fillScreen} />}
        <Actions match={match} describedBy={describedBy} onMet={onMet} isSilent={isFullScreen} />
      </section>
    );
  return (
    <div ref={later} className={classes.later}>
      {meeting ? (
        <Button variant="light" aria-describedby={describedBy} onClick={fillScreen}>
          Show the meet code
        </Button>
      ) : (
        <p>{whenCodeAppears(request, now)}</p>
      )}
      {/* there before its words, so that they are announced */}
      <TheirWord match={match} />
      <News of={meeting ? 'code' : undefined}>
        Your code to meet <bdi>{firstName(otherName(match))}</bdi> {deadlineInSentence(request, now)} is here.
      </News>
    </div>
  );
}

/** Loads the match, since the full screen is not rendered by the card that opened it. */
function LiveMeetScreen({ match: opened, ...props }: Props) {
  const match = useQuery(oneMatch(opened._id)).data?.match ?? opened;
  return (
    <MeetScreen {...appointmentOf(opened)} hasEnded={match.status !== 'accepted'}>
      {/* takes the focus of a button that disappears */}
      <Stack gap="xs" tabIndex={-1}>
        <Actions match={match} {...props} />
      </Stack>
    </MeetScreen>
  );
}

interface ActionsProps extends Props {
  onMet?: (hasMet: boolean) => void;
  /** The full screen says the same. */
  isSilent?: boolean;
}

/** Who is there, and "It's them", which completes the exchange once both sides pressed it, and leads to the stars. */
function Actions({ match, describedBy, onMet, isSilent }: ActionsProps) {
  const { status, meeting } = match;
  const finalId = useId();
  const here = useSayHere();
  const meet = useMeetMatch();
  if (status === 'cancelled') return <p>{whyCancelled(match)}</p>;
  function sayMet() {
    // before the response arrives: otherwise this unmounts and mounts again, and its status is not announced
    onMet?.(true);
    return meet.mutateAsync(match._id).then(
      () => false,
      (error: unknown) => {
        onMet?.(false);
        throw error;
      },
    );
  }
  return (
    <>
      <TheirWord match={match} isSilent={isSilent} />
      {status === 'accepted' && (
        <Text size="sm" c="dimmed" id={finalId}>
          “It's them” from both completes the meal.
        </Text>
      )}
      {status === 'completed' || meeting?.isMet.mine ? (
        <Stars match={match} />
      ) : (
        <div className={classes.actions}>
          <ActionButton
            variant="default"
            isPending={meeting?.isHere.mine}
            aria-describedby={describedBy}
            onClick={() => here.mutateAsync(match._id).then(() => false)}
          >
            {meeting?.isHere.mine ? 'You are here' : "I'm here"}
          </ActionButton>
          <ActionButton variant="light" aria-describedby={`${describedBy} ${finalId}`} onClick={sayMet}>
            It's them
          </ActionButton>
        </div>
      )}
    </>
  );
}

/** What the other side has said by now, and for screen readers "I'm here". */
function TheirWord({ match, isSilent }: Pick<ActionsProps, 'match' | 'isSilent'>) {
  const { status, meeting, said, userRole } = match;
  const name = <bdi>{firstName(otherName(match))}</bdi>;
  return (
    <p role={isSilent ? undefined : 'status'} className={classes.theirs}>
      {status === 'completed' ? (
        said[userRole] ? (
          <>You met {name}.</>
        ) : (
          'This meal is complete.'
        )
      ) : meeting?.isMet.theirs ? (
        <>{name} found you.</>
      ) : meeting?.isMet.mine ? (
        <>Waiting for {name}</>
      ) : (
        <>
          {meeting?.isHere.theirs && <>{name} is there.</>}
          {/* others see it on the button */}
          {meeting?.isHere.mine && <VisuallyHidden>You are here.</VisuallyHidden>}
        </>
      )}
    </p>
  );
}
