import { Checkbox, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  countedLength,
  defaultDate,
  defaultTimes,
  DESCRIPTION_MAX,
  MEAL_DESCRIPTION_MAX,
  type Campus,
  type DeadlineChip,
  type MealPeriod,
  type MealRequest,
} from '@spareswipe/contract';
import { useState } from 'react';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { useStudent } from '../../shared/session/session';
import { useSuspendedUntil } from '../../shared/session/use-suspended-until';
import { BarredButton } from '../../shared/ui/barred-button';
import { mealPeriodOptions } from '../../shared/ui/meal-period';
import { toast } from '../../shared/ui/toast';
import classes from './create-request-form.module.css';
import { DeadlineFields } from './deadline-fields';
import { DraftOffer } from './draft-offer';
import { LocationField } from './location-field';
import { dropDraft, firstValues, mayBePosted, useDraft } from './request-draft';
import { useCreateRequest } from './requests.mutations';
import { urgencyOptions } from './requests.queries';
import { usePurchaseQuestion } from './use-purchase-question';

/**
 * Characters used, under the field. A text that is too long is refused, not cut off. A form that was sent by the previous
 * version lacks a new text.
 */
const counter = (text: string | undefined, max: number) => ({
  description: `${countedLength(text ?? '')}/${max} characters`,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
});

interface Props {
  /** To ask for the same once more. */
  again?: MealRequest;
  /** Why nobody may post now. */
  barred?: string;
  /** Once it is loaded. */
  campus?: Campus;
}

/**
 * Asks for a meal (spec §5 Create request), or for that of `again`. Without a meal to pay with it refuses before the server
 * would.
 */
export function CreateRequestForm({ again, barred, campus }: Props) {
  const student = useStudent();
  const [first] = useState(() => firstValues(new Date(), again));
  const isUnanswered = mayBePosted(new Date(), first.again);
  const [beganUnanswered] = useState(isUnanswered);
  const draft = useDraft(first);
  const initialValues = (!beganUnanswered && draft.offered) || first;
  // a draft that has the first period may have it unchosen
  const [isPeriodChosen, setPeriodChosen] = useState(initialValues.mealPeriod !== first.mealPeriod);
  const [isDeadlineChosen, setDeadlineChosen] = useState(draft.offered !== undefined);
  const create = useCreateRequest(student, usePurchaseQuestion(campus));
  const { form, field, checkbox, formProps, isSubmitting } = useContractForm({
    initialValues,
    schema: ({ createRequestForm }) => createRequestForm(() => new Date()),
    submit: create,
    onChange: draft.keep,
  });
  const { mealDescription, description } = form.values;
  const suspendedUntil = useSuspendedUntil();
  // a call without a response may always be repeated: the server returns the same response
  const reason = suspendedUntil ? `You are suspended until ${suspendedUntil}` : isUnanswered ? undefined : barred;

  /** Another period sets its default time, and the date with it, unless the student has chosen others. */
  function choosePeriod(next: MealPeriod) {
    const now = new Date();
    const { mealPeriod: former, date, time } = form.getValues();
    setPeriodChosen(true);
    if (isDeadlineChosen) return form.setValues({ mealPeriod: next });
    const isUntouched = time === defaultTimes[former];
    form.setValues({
      mealPeriod: next,
      // also replaces a date that has passed while the form was open
      date: isUntouched && date <= defaultDate(former, now) ? defaultDate(next, now) : date,
      time: isUntouched ? defaultTimes[next] : time,
    });
  }

  /** Also sets the period that fits the deadline, unless the student has chosen one by hand. */
  function choose({ mealPeriod, namesMeal, date, time, isSecondTime = false }: DeadlineChip) {
    setDeadlineChosen(true);
    form.setValues({ date, time, isSecondTime, ...((namesMeal || !isPeriodChosen) && { mealPeriod }) });
  }

  function resume() {
    if (beganUnanswered && draft.offered) form.setValues(draft.offered);
    decided();
  }

  function discard() {
    form.setValues(first);
    setPeriodChosen(false);
    setDeadlineChosen(false);
    dropDraft(first.again);
    toast.success('Draft discarded');
    decided();
  }

  /** The form is next, from its first field. */
  function decided() {
    form.getInputNode('mealPeriod')?.focus();
    draft.decide();
  }

  return (
    <>
      {draft.offered && <DraftOffer resume={resume} discard={discard} />}
      <Paper component="form" withBorder shadow="sm" className={classes.form} {...formProps}>
        <div className={classes.pair}>
          <NativeSelect
            label="Meal period"
            data={mealPeriodOptions}
            {...field('mealPeriod')}
            onChange={(event) => choosePeriod(event.currentTarget.value as MealPeriod)}
          />
          <NativeSelect label="Urgency" data={urgencyOptions} {...field('urgency')} />
        </div>
        <TextInput
          label="What food would you like?"
          placeholder="A veggie burrito bowl"
          dir="auto"
          {...counter(mealDescription, MEAL_DESCRIPTION_MAX)}
          required
          {...field('mealDescription')}
        />
        <LocationField placesOnly={campus?.placesOnly} {...field('location')} />
        <DeadlineFields
          date={field('date')}
          time={field('time')}
          secondTime={checkbox('isSecondTime')}
          values={form.values}
          campus={campus}
          choose={choose}
        />
        <Textarea
          label="Details (optional)"
          placeholder="No peanuts, please. I can meet you at the entrance."
          dir="auto"
          rows={3}
          {...counter(description, DESCRIPTION_MAX)}
          {...field('description')}
        />
        <Checkbox
          label="My timing is flexible"
          description="Somebody a little earlier or later is welcome too."
          {...checkbox('isFlexible')}
        />
        {/* takes the focus where one button replaces the other */}
        <Stack gap={0} tabIndex={-1}>
          {reason ? (
            <BarredButton size="lg" reason={reason}>
              Create Request
            </BarredButton>
          ) : (
            <SubmitButton size="lg" isSubmitting={isSubmitting}>
              Create Request
            </SubmitButton>
          )}
          {/* there before its words, so that they are announced */}
          <Text role="status" size="sm" mt={isUnanswered ? 'xs' : 0}>
            {isUnanswered &&
              !isSubmitting &&
              'We do not know yet whether this request was posted. Send it again as it is: it is posted only once. Once you change it, it is another request.'}
          </Text>
        </Stack>
      </Paper>
    </>
  );
}
