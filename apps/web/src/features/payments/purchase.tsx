import { Box } from '@mantine/core';
import { DEFAULT_PACKAGE_ID, type PackageId } from '@spareswipe/contract';
import { useState } from 'react';
import { PackagePicker } from './package-picker';
import { PaymentDetails } from './payment-details';
import { PaymentsOff } from './payment-notices';
import type { Packages, Selection } from './payments.queries';
import classes from './purchase.module.css';
import { usePayment } from './use-payment';

interface Props {
  packages: Packages;
  /** As last loaded, no payments are taken. */
  isOff: boolean;
}

/**
 * Choosing a package and paying for it. Every choice requests its own payment session (spec §2). If payments are off, a notice
 * comes first.
 */
export function Purchase({ packages, isOff }: Props) {
  const [selection, setSelection] = useState<Selection>({ packageId: DEFAULT_PACKAGE_ID, pick: 0 });
  const pick = (packageId: PackageId) => setSelection((before) => ({ packageId, pick: before.pick + 1 }));
  const payment = usePayment(selection);
  const areOff = payment.failure ? payment.failure.isOff : isOff && !payment.session;
  return (
    <>
      {areOff && (
        <Box mb="lg">
          <PaymentsOff />
        </Box>
      )}
      <div className={classes.columns}>
        <PackagePicker packages={packages} value={selection.packageId} onPick={pick} />
        {!areOff && <PaymentDetails mealPackage={packages[selection.packageId]} payment={payment} />}
      </div>
    </>
  );
}
