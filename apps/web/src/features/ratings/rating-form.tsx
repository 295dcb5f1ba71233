import { Button, Stack, Text, Textarea } from '@mantine/core';
import {
  COMMENT_MAX,
  countedLength,
  RATING_BLIND_DAYS,
  SCORE_DEFAULT,
  STRIKES_PER_SUSPENSION,
  SUSPENSION_DAYS,
} from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type FailureCode } from '../../shared/api/api-error';
import { oneMatch } from '../../shared/api/one-match';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { keepTyped } from '../../shared/session/draft';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { MealLine } from '../../shared/ui/meal-line';
import { keptRating, type Exchange } from './exchange';
import { FollowThrough } from './follow-through';
import { StarRating } from './star-rating';
import { useRateMatch } from './ratings.mutations';
import { EarlyYes, ReleaseInstead, StillAhead } from './still-ahead';
import { StrikeWarning } from './strike-warning';

/** Nothing is left to rate: rated from another tab, or the match is over. */
const OVER: FailureCode[] = ['ALREADY_RATED', 'MATCH_NOT_ACTIVE', 'NOT_FOUND'];

function ignoreOver(error: unknown) {
  if (!(error instanceof ApiError && OVER.includes(error.code))) throw error;
}

interface Values extends Record<string, unknown> {
  followedThrough: boolean;
  score: number;
  comment: string;
}
/** Nearly every exchange goes well: five stars are one click away, and a strike is always a choice (spec §2). */
const unrated: Values = { followedThrough: true, score: SCORE_DEFAULT, comment: '' };

interface Props {
  exchange: Exchange;
  onDone: () => void;
}

/** The rating of one exchange. What was answered survives a failed call; a rating that can no longer be given closes it. */
export function RatingForm({ exchange: opened, onDone }: Props) {
  const rate = useRateMatch(opened);
  // what the other side says changes what an answer does, until it is sent
  const [sent, setSent] = useState<Exchange>();
  const latest = useQuery({ ...oneMatch(opened.matchId), enabled: !sent }).data?.match;
  const exchange = sent ?? { ...opened, ...latest };
  const { side, other, meal } = exchange;
  const { form, formProps, field, isSubmitting } = useContractForm<Values>({
    initialValues: unrated,
    schema: (rules) => rules.rateMatch,
    // the whole answer: a comment after a No is not for the other student to read
    kept: { as: keptRating(exchange), fields: ['followedThrough', 'score', 'comment'] },
    submit: ({ followedThrough, score, comment }) =>
      send(() => rate.mutateAsync({ score, comment: comment.trim(), followedThrough }).catch(ignoreOver)),
  });
  /** Closes the dialog after a call, whose effects on the match don't change what the dialog says. */
  async function send(call: () => Promise<unknown>) {
    setSent(exchange);
    try {
      await call();
    } catch (error) {
      setSent(undefined);
      throw error;
    }
    onDone();
  }
  const { followedThrough, score, comment } = form.getValues();
  function cancel() {
    // otherwise the next press on Rate Experience would begin with a No that was not meant
    keepTyped(keptRating(exchange));
    onDone();
  }
  // the browser counts what the contract does not, and a space at the end will count once something follows it
  const uncounted = comment.length + 1 - countedLength(`${comment}.`);

  // also one whose answer was lost
  const isRated = Boolean(latest?.rating[`${side}Rating`]);
  if (!sent && (isRated || exchange.status === 'cancelled'))
    return (
      <Stack gap="md">
        <MealLine meal={meal} />
        <Text role="alert">
          {isRated ? 'You have already rated this match.' : 'This match was called off. Nothing is left to rate.'}
        </Text>
        <DialogButtons>
          <Button onClick={cancel}>Close</Button>
        </DialogButtons>
      </Stack>
    );
  return (
    <form {...formProps}>
      <Stack gap="md">
        <MealLine meal={meal} />
        <FollowThrough
          side={side}
          other={other}
          value={followedThrough}
          onChange={(answer) => form.setFieldValue('followedThrough', answer)}
        />
        {followedThrough && <StarRating value={score} onChange={(stars) => form.setFieldValue('score', stars)} />}
        {/* there before its words, so that they are announced */}
        <div role="status" style={{ display: 'contents' }}>
          {followedThrough ? (
            <EarlyYes exchange={exchange} />
          ) : (
            <>
              <StillAhead exchange={exchange} />
              <StrikeWarning {...exchange} />
            </>
          )}
        </div>
        <Textarea
          label="Comment (optional)"
          placeholder="How did it go?"
          description={
            <>
              <span>
                {countedLength(comment)}/{COMMENT_MAX}
              </span>
              <br />
              <span>
                <bdi>{other}</bdi>{' '}
                {followedThrough
                  ? `reads this once both of you have rated, or after ${RATING_BLIND_DAYS} days.`
                  : 'does not get to read this. Those who run SpareSwipe do, if they have to decide.'}
              </span>
            </>
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          dir="auto"
          maxLength={COMMENT_MAX + uncounted}
          rows={3}
          {...field('comment')}
        />
        {/* the browser cuts what is longer, without a word */}
        {countedLength(`${comment}.`) > COMMENT_MAX && (
          <Text size="sm" role="alert">
            A comment cannot be more than {COMMENT_MAX} characters.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Someone who did not follow through gets a strike. {STRIKES_PER_SUSPENSION} strikes mean a {SUSPENSION_DAYS}
          -day suspension.
        </Text>
        <DialogButtons>
          <Button variant="default" onClick={cancel} disabled={isSubmitting}>
            Cancel
          </Button>
          {!followedThrough && <ReleaseInstead exchange={exchange} send={send} />}
          <SubmitButton isSubmitting={isSubmitting} busy="Submitting..." color={followedThrough ? undefined : 'red'}>
            Submit Rating
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}
