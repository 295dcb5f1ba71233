import { firstName } from '../../shared/first-name';
import type { Appointment } from '../../shared/session/kept-meal';

/** 'You bring: Ramen', or 'Ben brings: Ramen'. */
export const WhoBrings = ({ userRole, other, mealDescription }: Appointment) => (
  <>
    {userRole === 'fulfiller' ? (
      'You bring: '
    ) : (
      <>
        <bdi>{firstName(other)}</bdi> brings:{' '}
      </>
    )}
    <bdi>{mealDescription}</bdi>
  </>
);
