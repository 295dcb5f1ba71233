import { CampusMarks } from './landing/campus-marks';
import { FeatureCards } from './landing/feature-cards';
import { GroundRules } from './landing/ground-rules';
import { Hero } from './landing/hero';
import { SampleRequest } from './landing/sample-request';
import { Steps } from './landing/steps';

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
