import { Stack, Text, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import type { MealPackage } from '@spareswipe/contract';
import { CardElement } from '@stripe/react-stripe-js';
import { useId, useState, type SubmitEvent } from 'react';
import { SubmitButton } from '../../shared/forms/submit-button';
import { dollars } from './dollars';
import type { PaymentSession } from './payments.queries';
import classes from './payment-details.module.css';
import { usePay } from './use-pay';

/** Stripe's frame knows nothing of our stylesheet: it takes plain colours. */
function useCardStyle() {
  const { colors, black, fontFamily } = useMantineTheme();
  const isDark = useComputedColorScheme() === 'dark';
  return {
    base: {
      color: isDark ? colors.dark[0] : black,
      fontFamily,
      fontSize: '16px',
      iconColor: isDark ? colors.dark[2] : colors.gray[6],
      '::placeholder': { color: isDark ? colors.dark[3] : colors.gray[6] },
    },
    invalid: { color: isDark ? colors.red[3] : colors.red[7], iconColor: isDark ? colors.red[3] : colors.red[7] },
  };
}

interface Props {
  mealPackage: MealPackage;
  /** Undefined while the picked package's session is on its way. */
  session: PaymentSession | undefined;
}

export function CardForm({ mealPackage, session }: Props) {
  const { pay, isPaying, problem, setProblem, warning, isReady } = usePay(mealPackage, session);
  const style = useCardStyle();
  const [isCardReady, setCardReady] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const labelId = useId();
  const problemId = useId();
  // heard again by who comes back to the card, or to the button
  const describedBy = problem ? problemId : undefined;

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isReady && isCardReady) void pay();
  }

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <div role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
          <Text id={labelId} mb={6} fw={600}>
            Card
          </Text>
          <div className={classes.card} data-focused={isFocused || undefined} data-invalid={problem ? true : undefined}>
            <CardElement
              options={{ style, disableLink: true, disabled: isPaying }}
              onReady={() => setCardReady(true)}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
              // replaces the bank's refusal of the card before with what Stripe finds while the student types
              onChange={({ error }) => setProblem(error?.message)}
            />
          </div>
          {problem && (
            <Text id={problemId} c="var(--mantine-color-error)" size="sm" mt="xs">
              {problem}
            </Text>
          )}
        </div>
        <SubmitButton
          isSubmitting={isPaying}
          busy="Processing..."
          disabled={!isReady || !isCardReady}
          aria-describedby={describedBy}
          fullWidth
          size="lg"
        >
          Pay {dollars(mealPackage.price)}
        </SubmitButton>
        {warning && <Text size="sm">{warning}</Text>}
      </Stack>
    </form>
  );
}
