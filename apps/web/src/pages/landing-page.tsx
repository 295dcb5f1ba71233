import { CampusMarks } from '../features/landing/campus-marks';
import { FeatureCards } from '../features/landing/feature-cards';
import { GroundRules } from '../features/landing/ground-rules';
import { Hero } from '../features/landing/hero';
import { SampleRequest } from '../features/landing/sample-request';
import { Steps } from '../features/landing/steps';

/** What a visitor sees first (spec §2 Landing): what this is, how it works, and what it is not. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <FeatureCards />
      <Steps />
      <SampleRequest />
      <CampusMarks />
      <GroundRules />
    </>
  );
}
