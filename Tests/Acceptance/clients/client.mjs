// Asks for an address over https, trusting what Node trusts, and prints the body.
try {
  const answer = await fetch(process.argv[2]);
  process.stdout.write(await answer.text());
} catch (problem) {
  console.error(`${problem.cause ?? problem}`);
  process.exit(1);
}
