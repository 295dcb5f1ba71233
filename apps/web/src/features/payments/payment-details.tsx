import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { MealPackage } from '@spareswipe/contract';
import { IconLock } from '@tabler/icons-react';
import { Elements } from '@stripe/react-stripe-js';
import { Section } from '../../shared/ui/section';
import { CardForm } from './card-form';
import { dollars } from './dollars';
import { MealsNotOnSale, SetupFailed } from './payment-notices';
import classes from './payment-details.module.css';
import type { usePayment } from './use-payment';

interface Props {
  mealPackage: MealPackage;
  payment: ReturnType<typeof usePayment>;
}

/** What is about to be bought, and the card to pay with. What is typed stays when another package is picked. */
export function PaymentDetails({ mealPackage, payment: { session, provider, failure } }: Props) {
  if (failure?.isNotOnSale) return <MealsNotOnSale />;
  return (
    <Section title="Payment Details">
      <Stack gap="lg">
        <OrderSummary {...mealPackage} />
        {failure && <SetupFailed {...failure} />}
        {provider && (
          <Elements stripe={provider}>
            <CardForm mealPackage={mealPackage} session={session} />
          </Elements>
        )}
        {!provider && !failure && (
          <div aria-busy="true">
            <Skeleton height="7.5rem" />
          </div>
        )}
        <Text size="sm" c="dimmed" className={classes.secure}>
          <IconLock size={18} stroke={1.75} aria-hidden />
          <span>Secure payment by Stripe. Your card details never reach our servers.</span>
        </Text>
      </Stack>
    </Section>
  );
}

function OrderSummary({ name, credits, price }: MealPackage) {
  return (
    <Box p="md" bdrs="md" bg="var(--paper)">
      <Group justify="space-between" gap="0 1rem" fz="lg" fw={600}>
        <span>{name}</span>
        <strong>{dollars(price)}</strong>
      </Group>
      <Text c="dimmed">{credits} meals will be added to your account</Text>
    </Box>
  );
}
