import { Anchor, Button, Container, Group, Title } from '@mantine/core';
import { Link, Navigate, Route, Routes, useNavigate, useParams } from 'react-router';
import { Announcements } from '../features/desk/announcements';
import { Campuses } from '../features/desk/campus';
import { Contests } from '../features/desk/contests';
import { DeskSessionProvider, useDesk } from '../features/desk/desk-session';
import { Disputes } from '../features/desk/disputes';
import { Log } from '../features/desk/log';
import { Reports } from '../features/desk/reports';
import { Invitation, SignIn } from '../features/desk/sign-in';
import { Student } from '../features/desk/student';
import { Students } from '../features/desk/students';
import { Today } from '../features/desk/today';

/** Every screen of the desk, in the order of the navigation, below the address of the desk. */
const SCREENS = [
  { path: '', label: 'Today', Screen: Today },
  { path: 'students', label: 'Students', Screen: Students },
  { path: 'reports', label: 'Reports', Screen: Reports },
  { path: 'strikes', label: 'Strikes', Screen: Contests },
  { path: 'disputes', label: 'Disputes', Screen: Disputes },
  { path: 'announcements', label: 'Announcements', Screen: Announcements },
  { path: 'campus', label: 'Campus', Screen: Campuses },
  { path: 'log', label: 'Log', Screen: Log },
];

/** Where operators run their campus: a log-in, screens and a session of its own. */
export function DeskPage() {
  return (
    <DeskSessionProvider>
      <Desk />
    </DeskSessionProvider>
  );
}

function Desk() {
  const { client, isSignedIn, signOut } = useDesk();
  return (
    <Container component="main" size="56rem" px="md" py="lg">
      <title>Desk · SpareSwipe</title>
      <Group justify="space-between" mb="lg">
        <Title order={1}>SpareSwipe desk</Title>
        {isSignedIn && (
          <Button variant="default" onClick={() => void client.operators.logout().finally(signOut)}>
            Log out
          </Button>
        )}
      </Group>
      <Routes>
        <Route path="invitation/:token" element={<ByInvitation />} />
        <Route path="*" element={isSignedIn ? <Screens /> : <SignIn />} />
      </Routes>
    </Container>
  );
}

function ByInvitation() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return <Invitation token={token} onDone={() => void navigate('/desk', { replace: true })} />;
}

function Screens() {
  return (
    <>
      <Group component="nav" aria-label="Desk" mb="lg">
        {SCREENS.map(({ path, label }) => (
          <Anchor key={path} component={Link} to={`/desk/${path}`}>
            {label}
          </Anchor>
        ))}
      </Group>
      <Routes>
        {SCREENS.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="students/:id" element={<OneStudent />} />
        <Route path="*" element={<Navigate to="/desk" replace />} />
      </Routes>
    </>
  );
}

function OneStudent() {
  const { id = '' } = useParams();
  return <Student key={id} id={id} />;
}
