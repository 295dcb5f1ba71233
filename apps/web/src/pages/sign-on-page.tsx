import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import { CheckYourEmail } from '../features/auth/check-your-email';
import classes from '../features/auth/auth.module.css';
import { MailedLink } from '../features/sign-on/mailed-link';
import { NewStudentForm } from '../features/sign-on/new-student-form';
import { useSignOn } from '../features/sign-on/use-sign-on';
import { CardArt } from '../shared/art/card-art';
import { TrayArt } from '../shared/art/tray-art';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';
import { secretForLink } from '../shared/session/sign-on';

/** The page to which the campus sends the browser back, and to which the mailed link leads that links a campus account. */
export function SignOnPage() {
  const { token } = useParams();
  return token ? <Mailed token={token} /> : <Back />;
}

function Mailed({ token }: { token: string }) {
  const [isHere] = useState(() => secretForLink() !== null);
  return (
    <AuthScreen
      art={<CardArt />}
      title="Link your campus account"
      lead={
        isHere
          ? 'From then on you log in to your account with it.'
          : 'Please open this link in the browser in which you signed on. It works in no other one.'
      }
    >
      <MailedLink token={token} isHere={isHere} />
    </AuthScreen>
  );
}

/** Logs the student in, or shows the one step of a new student, or why the sign-on failed. */
function Back() {
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const { signOn, fail } = useSignOn();
  const [mailedTo, setMailedTo] = useState('');
  if (mailedTo) return <CheckYourEmail email={mailedTo} onWrongAddress={() => void navigate(paths.login)} />;
  if (signOn.state === 'nothing') return <Navigate to={isAuthenticated ? paths.dashboard : paths.login} replace />;
  if (signOn.state === 'working')
    return (
      <AuthScreen art={<CardArt />} title="Signing you on" lead="This takes a moment.">
        <div className={classes.actions} role="status">
          <Loader aria-hidden /> Signing on...
        </div>
      </AuthScreen>
    );
  if (signOn.state === 'failed')
    return (
      <AuthScreen isNewView art={<TrayArt />} title="You are not signed on" lead={signOn.message}>
        <div className={classes.actions}>
          <Button component={Link} to={isAuthenticated ? paths.profile : paths.login} replace>
            {isAuthenticated ? 'Back to your profile' : 'Back to login'}
          </Button>
        </div>
      </AuthScreen>
    );
  return (
    <AuthScreen
      isNewView
      title="Almost there"
      lead={`${signOn.student.campus.name} knows you. SpareSwipe needs a little more.`}
    >
      <NewStudentForm
        student={signOn.student}
        onOpened={(returnTo) => void navigate(returnTo, { replace: true })}
        onMailed={setMailedTo}
        onOver={fail}
      />
    </AuthScreen>
  );
}
