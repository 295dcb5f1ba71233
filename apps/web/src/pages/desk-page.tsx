import { Button, Container, Group, Stack, Text } from '@mantine/core';
// for the desk only, so that students don't download them
import '@mantine/core/styles/Table.layer.css';
import '@mantine/core/styles/Code.layer.css';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Navigate, NavLink, Route, Routes, useNavigate, useParams } from 'react-router';
import { Announcements } from '../features/desk/announcements';
import { Campuses } from '../features/desk/campus';
import { Contests } from '../features/desk/contests';
import { DeskHeading } from '../features/desk/desk-parts';
import { operators, signOut, useIsSignedIn } from '../features/desk/desk-session';
import { signedInOperator } from '../features/desk/desk.queries';
import { Disputes } from '../features/desk/disputes';
import { Log } from '../features/desk/log';
import { NoShows } from '../features/desk/no-shows';
import { Reports } from '../features/desk/reports';
import { Requests } from '../features/desk/requests';
import { Invitation, SignIn } from '../features/desk/sign-in';
import { Student } from '../features/desk/student';
import { Students } from '../features/desk/students';
import { Today } from '../features/desk/today';
import { SkipLink } from '../shared/ui/skip-link';
import classes from './desk-page.module.css';

/** Contested strikes to decide, and patterns of no-shows that may explain them. */
const Strikes = () => (
  <Stack gap="xl">
    <Contests />
    <NoShows />
  </Stack>
);

/** Every screen of the desk, in the order of the navigation, below the address of the desk. */
const SCREENS = [
  { path: '', label: 'Today', Screen: Today },
  { path: 'students', label: 'Students', Screen: Students },
  { path: 'requests', label: 'Requests', Screen: Requests },
  { path: 'reports', label: 'Reports', Screen: Reports },
  { path: 'strikes', label: 'Strikes', Screen: Strikes },
  { path: 'disputes', label: 'Disputes', Screen: Disputes },
  { path: 'announcements', label: 'Announcements', Screen: Announcements },
  { path: 'campus', label: 'Campus', Screen: Campuses },
  { path: 'log', label: 'Log', Screen: Log },
];

/** Where operators run their campus, with its own log-in, screens and session. */
export function DeskPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      {isSignedIn && <SkipLink />}
      <Container component="main" size="56rem" w="100%" px="md" py="lg">
        <Group justify="space-between" mb="sm">
          <div>
            <Text fw={700}>SpareSwipe desk</Text>
            {isSignedIn && <Operator />}
          </div>
          {isSignedIn && (
            <Button variant="default" flex="none" onClick={() => void operators.logout().finally(signOut)}>
              Log out
            </Button>
          )}
        </Group>
        <Routes>
          <Route path="invitation/:token" element={<ByInvitation />} />
          <Route path="*" element={isSignedIn ? <Screens /> : <ByPassword />} />
        </Routes>
      </Container>
    </>
  );
}

/** Who is signed in, since desks are shared. */
function Operator() {
  const { data } = useQuery(signedInOperator);
  if (!data) return null;
  const { email, campus } = data.operator;
  return (
    <Text size="sm" c="dimmed">
      {email} · {campus ?? 'all campuses'}
    </Text>
  );
}

function ByPassword() {
  return (
    <>
      <DeskHeading title="Log in" />
      <SignIn />
    </>
  );
}

function ByInvitation() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <>
      <DeskHeading title="Invitation" />
      <Invitation token={token} onDone={() => void navigate('/desk', { replace: true })} />
    </>
  );
}

function Screens() {
  return (
    <>
      <Group component="nav" aria-label="Desk" gap={4} mb="md">
        {SCREENS.map(({ path, label }) => (
          <NavLink key={path} to={path ? `/desk/${path}` : '/desk'} end={!path} className={classes.link}>
            {label}
          </NavLink>
        ))}
      </Group>
      <div id="content" tabIndex={-1} className={classes.content}>
        <Routes>
          {SCREENS.map(({ path, label, Screen }) => (
            <Route
              key={path}
              path={path}
              element={
                <Fragment key={path}>
                  <DeskHeading title={label} />
                  <Screen />
                </Fragment>
              }
            />
          ))}
          <Route path="students/:id" element={<OneStudent />} />
          <Route path="*" element={<Navigate to="/desk" replace />} />
        </Routes>
      </div>
    </>
  );
}

function OneStudent() {
  const { id = '' } = useParams();
  return <Student key={id} id={id} />;
}
