import { useNetwork } from '@mantine/hooks';
import { News } from '../shared/ui/news';
import classes from './layout.module.css';

/** Shown because nothing is saved for later, and a student should know that before filling in a form. */
export function OfflineNotice() {
  const { online } = useNetwork();
  return (
    <>
      <div role="status" className={online ? undefined : classes.offline}>
        {!online && 'You are offline. Nothing can be sent now.'}
      </div>
      <News of={online ? 'online' : 'offline'}>{online && 'You are online again.'}</News>
    </>
  );
}
