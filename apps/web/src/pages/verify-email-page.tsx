import { Button, Loader } from '@mantine/core';
import { VERIFICATION_LINK_HOURS, VERIFIED_REDIRECT_SECONDS } from '@spareswipe/contract';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import { useVerification, type Verification, type VerifiedFor } from '../features/auth/use-verification';
import classes from '../features/auth/auth.module.css';
import { CardArt } from '../shared/art/card-art';
import { PlatesArt } from '../shared/art/plates-art';
import { TrayArt } from '../shared/art/tray-art';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';
import { Email } from '../shared/ui/email';

/** Where the mailed link leads: verifying, then in or not. */
export function VerifyEmailPage() {
  const { token } = useParams();
  const { isAuthenticated } = useSession();
  const verification = useVerification(token);
  if (verification.state === 'verifying') return <Verifying />;
  if (verification.state === 'verified')
    return verification.isLoggedIn ? <Verified {...verification} /> : <VerifiedBefore {...verification} />;
  // reloaded, or gone back to, after the link was used
  if (!token && isAuthenticated) return <Navigate to={paths.dashboard} replace />;
  return <Failed {...verification} />;
}

function Verifying() {
  return (
    <AuthScreen art={<CardArt />} title="Verifying your email" lead="This takes a moment.">
      <div className={classes.actions} role="status">
        <Loader aria-hidden /> Verifying...
      </div>
    </AuthScreen>
  );
}

type Result = Extract<Verification, { state: 'verified' }>;

function Verified({ startingMeals, verifiedFor }: Result) {
  const navigate = useNavigate();
  const { user } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.dashboard, { replace: true }), VERIFIED_REDIRECT_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AuthScreen
      isNewView
      art={<PlatesArt />}
      title="You are in"
      lead="Your address is verified. Taking you to your dashboard..."
    >
      {/* a link may have come from somebody else */}
      {user && (
        <p className={classes.help}>
          You are logged in as <Email address={user.email} />.
        </p>
      )}
      {verifiedFor && <ForWhom {...verifiedFor} />}
      {startingMeals === 0 && (
        <p className={classes.help}>
          Your mailbox has had its starting meals before. Earn your first one by fulfilling a request.
        </p>
      )}
      <div className={classes.actions}>
        <Button component={Link} to={paths.dashboard} replace>
          Go to Dashboard
        </Button>
      </div>
    </AuthScreen>
  );
}

/** Somebody else may have registered this address. */
const ForWhom = ({ name, phoneEnd }: VerifiedFor) => (
  <p className={classes.help}>
    It is the account of {name}, with the phone number that ends in {phoneEnd}. Not you? Press "This wasn't me" in the
    mail "Your account is open".
  </p>
);

/** Mail scanners open links first, and so do students, twice. */
function VerifiedBefore({ verifiedFor }: Result) {
  const { isAuthenticated } = useSession();
  return (
    <AuthScreen
      isNewView
      art={<PlatesArt />}
      title="You are all set"
      lead={`Your address is verified. ${isAuthenticated ? 'You are logged in.' : 'Please log in to go on.'}`}
    >
      {verifiedFor && <ForWhom {...verifiedFor} />}
      <div className={classes.actions}>
        <Button component={Link} to={isAuthenticated ? paths.dashboard : paths.login}>
          {isAuthenticated ? 'Go to Dashboard' : 'Go to Login'}
        </Button>
      </div>
    </AuthScreen>
  );
}

function Failed({ message, retry }: { message: string; retry?: () => void }) {
  return (
    <AuthScreen isNewView art={<TrayArt />} title="Email verification failed" lead={message}>
      <p className={classes.help}>
        Links expire after {VERIFICATION_LINK_HOURS} hours. Register again with the same email to get a new link.
      </p>
      <div className={classes.actions}>
        {retry && <Button onClick={retry}>Try again</Button>}
        <Button component={Link} to={paths.register} variant={retry ? 'default' : 'filled'}>
          Register again
        </Button>
        <Button component={Link} to={paths.login} variant="default">
          Go to Login
        </Button>
      </div>
    </AuthScreen>
  );
}
