import { Button, Checkbox, NativeSelect, Paper, Textarea, TextInput } from '@mantine/core';
import {
  countedLength,
  defaultDate,
  defaultTimes,
  DESCRIPTION_MAX,
  MEAL_DESCRIPTION_MAX,
  type MealPeriod,
} from '@spareswipe/contract';
import { useState } from 'react';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { useStudent } from '../../shared/session/session';
import { useSuspendedUntil } from '../../shared/session/use-suspended-until';
import { BarredButton } from '../../shared/ui/barred-button';
import { mealPeriodOptions } from '../../shared/ui/meal-period';
import classes from './create-request-form.module.css';
import { DeadlineFields } from './deadline-fields';
import { firstValues, useKeptDraft } from './request-draft';
import { useCreateRequest } from './use-create-request';
import { usePurchaseQuestion } from './use-purchase-question';

const URGENCIES = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

/** How much of the space is used, under the field. Too much is told, not cut off. */
const counter = (text: string, max: number) => ({
  description: `${countedLength(text)}/${max} characters`,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
});

/** Asks for a meal (spec §5 Create request). Without a meal to pay with it refuses before the server would. */
export function CreateRequestForm({ credits }: { credits: number }) {
  const { _id: studentId } = useStudent();
  const [initialValues] = useState(() => firstValues(studentId, new Date()));
  const create = useCreateRequest(credits, usePurchaseQuestion());
  const { form, field, checkbox, formProps, isSubmitting } = useContractForm({
    initialValues,
    schema: ({ createRequestForm }) => createRequestForm(() => new Date()),
    submit: create,
  });
  useKeptDraft(studentId, form.getValues);
  const { mealDescription, description } = form.values;
  const suspendedUntil = useSuspendedUntil();

  /** Another period proposes its date and time, where the student still has the former one's. */
  function choosePeriod(next: MealPeriod) {
    const now = new Date();
    const { mealPeriod: former, date, time } = form.getValues();
    form.setValues({
      mealPeriod: next,
      date: date === defaultDate(former, now) ? defaultDate(next, now) : date,
      time: time === defaultTimes[former] ? defaultTimes[next] : time,
    });
  }

  return (
    <Paper component="form" withBorder shadow="sm" className={classes.form} {...formProps}>
      <div className={classes.pair}>
        <NativeSelect
          label="Meal period"
          data={mealPeriodOptions}
          {...field('mealPeriod')}
          onChange={(event) => choosePeriod(event.currentTarget.value as MealPeriod)}
        />
        <NativeSelect label="Urgency" data={URGENCIES} {...field('urgency')} />
      </div>
      <TextInput
        label="What food would you like?"
        placeholder="A veggie burrito bowl"
        dir="auto"
        {...counter(mealDescription, MEAL_DESCRIPTION_MAX)}
        required
        {...field('mealDescription')}
      />
      <TextInput
        label="Store or dining hall"
        placeholder="Arrillaga Dining"
        dir="auto"
        required
        {...field('location')}
      />
      <DeadlineFields date={field('date')} time={field('time')} />
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
      {suspendedUntil ? (
        <BarredButton size="lg" reason={`You are suspended until ${suspendedUntil}`}>
          Create Request
        </BarredButton>
      ) : (
        <Button type="submit" size="lg" loading={isSubmitting}>
          Create Request
        </Button>
      )}
    </Paper>
  );
}
