/** What matters of the templates, for each stage and each kind of workers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { AwsSolutionsChecks } from "cdk-nag";
import { afterAll, describe, expect, test } from "vitest";
import { checkRules } from "../../../infra/cdk/base/rules.ts";
import { STAGES, type Stage, stageOf, type WorkerKind, workerKindOf } from "../../../infra/cdk/base/stages.ts";
import { createStacks } from "../../../infra/cdk/stack.cdk.ts";
import { tableShape } from "../../../store/table/schema.table.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-cdk-"));
const code = join(folder, "package");
mkdirSync(code);
writeFileSync(join(code, "index.js"), "");
writeFileSync(join(code, "Dockerfile"), "FROM scratch\n");
afterAll(() => rmSync(folder, { recursive: true }));

const packages = { api: code, worker: code };
const KINDS: WorkerKind[] = ["lambda", "fargate"];
const VARIANTS = STAGES.flatMap((name) => KINDS.map((workers) => ({ name, workers })));

const newApp = () => new App({ outdir: mkdtempSync(join(folder, "out-")) });

function stackOf(changes: { stage?: Stage; workers?: WorkerKind; build?: string } = {}) {
  const app = newApp();
  const { stage = stageOf("prod"), workers = "lambda", build = "build-1" } = changes;
  const stacks = createStacks(app, { stage, workers, packages, build });
  return { app, stack: stacks[0] as Stack, stacks };
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

const listed = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

interface Resource {
  DeletionPolicy?: string;
  Properties: Record<string, unknown>;
}

function resources(templates: Template[], type: string): Resource[] {
  return templates.flatMap((template) => Object.values(template.findResources(type)) as Resource[]);
}

/** All statements of roles' policies. */
function statements(...templates: Template[]): Statement[] {
  return resources(templates, "AWS::IAM::Policy").flatMap(
    ({ Properties }) => (Properties["PolicyDocument"] as { Statement: Statement[] }).Statement,
  );
}

/** The last part of a secret's name, by what a template calls it. */
function secretNames(template: Template): [id: string, name: string][] {
  return Object.entries(template.findResources("AWS::SecretsManager::Secret")).map(([id, { Properties }]) => [
    id,
    (Properties as { Name: string }).Name.split("/").at(-1) ?? "",
  ]);
}

function secretsIn(value: unknown, templates: Template[]): string[] {
  const text = JSON.stringify(value);
  const names = templates.flatMap(secretNames);
  return names.flatMap(([id, name]) => (text.includes(id) ? [name] : [])).toSorted();
}

/** Each process: where its variables stand, and the roles that its policies name. */
function processesOf(templates: Template[]) {
  const functions = resources(templates, "AWS::Lambda::Function").map(({ Properties }) => ({
    name: (Properties["FunctionName"] as string).replace(/^parley-\w+-/, ""),
    variables: Properties["Environment"],
    role: (Properties["Role"] as { "Fn::GetAtt": [string] })["Fn::GetAtt"][0],
  }));
  const services = resources(templates, "AWS::ECS::TaskDefinition").map(({ Properties }) => ({
    name: "workers",
    variables: Properties["ContainerDefinitions"],
    role: (Properties["TaskRoleArn"] as { "Fn::GetAtt": [string] })["Fn::GetAtt"][0],
  }));
  return [...functions, ...services];
}

/** By process: the secrets that its role allows. */
function readableSecrets(templates: Template[]): Record<string, string[]> {
  const policies = resources(templates, "AWS::IAM::Policy").map(({ Properties }) => ({
    roles: JSON.stringify(Properties["Roles"]),
    reading: (Properties["PolicyDocument"] as { Statement: Statement[] }).Statement.filter(({ Action }) =>
      listed(Action).some((action) => action.startsWith("secretsmanager:")),
    ),
  }));
  const ofRole = (role: string) =>
    policies.filter(({ roles }) => roles.includes(`"${role}"`)).map((each) => each.reading);
  return Object.fromEntries(processesOf(templates).map(({ name, role }) => [name, secretsIn(ofRole(role), templates)]));
}

/** By process: the secrets that its variables name. */
function namedSecrets(templates: Template[]): Record<string, string[]> {
  return Object.fromEntries(
    processesOf(templates).map(({ name, variables }) => [name, secretsIn(variables, templates)]),
  );
}

describe.each(VARIANTS)("the stage $name with $workers workers", ({ name, workers }) => {
  const { app, stack, stacks } = stackOf({ stage: stageOf(name), workers });
  const template = Template.fromStack(stack);
  const templates = stacks.map((each) => Template.fromStack(each));

  test("keeps the table as the store makes it, restorable, encrypted with our key, protected from deletion, open to nobody.", () => {
    const shape = tableShape(`parley-${name}`);
    expect(() =>
      template.hasResourceProperties("AWS::DynamoDB::Table", {
        TableName: shape.TableName,
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: shape.KeySchema,
        AttributeDefinitions: Match.arrayEquals(shape.AttributeDefinitions ?? []),
        GlobalSecondaryIndexes: shape.GlobalSecondaryIndexes,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
        DeletionProtectionEnabled: true,
        SSESpecification: { SSEEnabled: true, SSEType: "KMS", KMSMasterKeyId: Match.anyValue() },
        ResourcePolicy: Match.absent(),
      }),
    ).not.toThrow();
  });

  test("streams its answers, and ends streams before AWS ends the request.", () => {
    expect(() => template.hasResourceProperties("AWS::Lambda::Url", { InvokeMode: "RESPONSE_STREAM" })).not.toThrow();
    expect(() => template.resourceCountIs("AWS::Lambda::Url", 1)).not.toThrow();
    expect(() =>
      template.hasResourceProperties("AWS::Lambda::Function", {
        FunctionName: `parley-${name}-api`,
        Runtime: "nodejs24.x",
        Timeout: 120,
        Environment: { Variables: Match.objectLike({ STREAM_MAX_SECONDS: "100" }) },
      }),
    ).not.toThrow();
  });

  test("allows no role a wildcard beyond the registry's token and the objects of files.", () => {
    const wild = statements(...templates).filter(
      ({ Action, Resource }) =>
        listed(Action).some((action) => action.includes("*")) ||
        JSON.stringify(Resource).replace("/*/file-*", "").includes("*"),
    );
    expect(wild.map(({ Action }) => Action)).toEqual(workers === "fargate" ? ["ecr:GetAuthorizationToken"] : []);
    const roles = resources(templates, "AWS::IAM::Role");
    expect(roles.flatMap(({ Properties }) => Properties["ManagedPolicyArns"] ?? [])).toEqual([]);
  });

  test("keeps files in one bucket: encrypted, closed, over TLS alone; only the API puts, and nobody lists.", () => {
    const [bucket, ...others] = resources(templates, "AWS::S3::Bucket");
    expect(others).toEqual([]);
    expect(bucket?.Properties).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [{ BucketKeyEnabled: true }] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true },
      LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }] },
    });
    expect(bucket?.DeletionPolicy).toBe(stageOf(name).keepData ? "Retain" : "Delete");
    const [policy] = resources(templates, "AWS::S3::BucketPolicy");
    expect(JSON.stringify(policy?.Properties)).toContain('"aws:SecureTransport":"false"');
    const ofFiles = statements(...templates).filter(({ Action }) =>
      listed(Action).some((one) => one.startsWith("s3:")),
    );
    const puts = ofFiles.filter(({ Action }) => listed(Action).includes("s3:PutObject"));
    expect(puts.map(({ Action }) => Action)).toEqual(["s3:PutObject"]);
    const actions = new Set(ofFiles.flatMap(({ Action }) => listed(Action)));
    expect(actions).toEqual(new Set(["s3:DeleteObject", "s3:GetObject", "s3:PutObject"]));
  });

  test("lets its processes use the key through the table, the files and the secrets, and for payload keys by their context alone.", () => {
    const used = statements(...templates).filter(({ Action }) =>
      listed(Action).some((action) => action.startsWith("kms:")),
    );
    const ways = new Set(used.map(({ Condition }) => JSON.stringify(Condition)));
    const through = (service: string) => ({
      StringEquals: { "kms:ViaService": `${service}.${stageOf(name).region}.amazonaws.com` },
    });
    const opening = { StringEquals: { "kms:EncryptionContext:purpose": "parley-payloads" } };
    expect(ways).toEqual(
      new Set(
        [through("dynamodb"), through("s3"), through("secretsmanager"), opening].map((each) => JSON.stringify(each)),
      ),
    );
    const opens = used.filter(({ Condition }) => JSON.stringify(Condition) === JSON.stringify(opening));
    for (const { Action } of opens) expect(Action).toBe("kms:Decrypt");
    expect(opens, "the API's, and that of each worker").toHaveLength(2);
  });

  test("lets each process read its own secrets alone: the API no provider's key, workers no PARLEY_SECRET.", () => {
    const everybodys = ["temporal"];
    const allKeys = [...everybodys, "provider-anthropic", "provider-openai"];
    const ofWorkers = { [workers === "fargate" ? "workers" : "worker-service"]: allKeys };
    const expected = { api: [...everybodys, "service"], queues: everybodys, ...ofWorkers };
    const sorted = Object.fromEntries(Object.entries(expected).map(([process, names]) => [process, names.toSorted()]));
    expect(readableSecrets(templates)).toEqual(sorted);
    expect(namedSecrets(templates), "what a process would read is what it may").toEqual(sorted);
  });

  test("puts no secret into its variables, and none into the template.", () => {
    for (const { Properties } of Object.values(template.findResources("AWS::SecretsManager::Secret")))
      expect(Properties).not.toHaveProperty("SecretString");
    const text = JSON.stringify(templates.map((each) => each.toJSON()));
    expect(text).not.toMatch(/"[A-Z_]+_API_KEY":/);
    expect(text).not.toMatch(/"(PARLEY_SECRET|PAYLOAD_KEY)":/);
  });

  test("forgets its logs in time, and encrypts them.", () => {
    const groups = Object.values(template.findResources("AWS::Logs::LogGroup"));
    expect(groups.length).toBeGreaterThan(1);
    for (const { Properties } of groups)
      expect(Properties).toMatchObject({ RetentionInDays: stageOf(name).logRetention, KmsKeyId: expect.anything() });
  });

  test("raises an alarm for each thing that somebody has to look at, and shows it on the dashboard.", () => {
    const alarms = Object.values(template.findResources("AWS::CloudWatch::Alarm")).map(
      ({ Properties }) => Properties as { AlarmName: string; AlarmActions: unknown[] },
    );
    const names = alarms.map((alarm) => alarm.AlarmName.replace(`parley-${name}-`, ""));
    const everywhere = [
      "ApiErrors",
      "ApiThrottles",
      "TableReadThrottleEvents",
      "TableWriteThrottleEvents",
      "WorkflowTaskFailures",
      "ApiServerErrors",
      "QueuesErrors",
      "parley-Unpolled",
      "parley-llm-openai-Unpolled",
      "parley-llm-anthropic-Unpolled",
      "parley-ScheduleToStart",
      "parley-llm-openai-ScheduleToStart",
      "ModelSpend",
    ];
    const ofFunctions = ["WorkerErrors", "WorkerThrottles"];
    expect(names).toEqual(expect.arrayContaining(workers === "lambda" ? [...everywhere, ...ofFunctions] : everywhere));
    for (const { AlarmActions } of alarms) expect(AlarmActions).toHaveLength(1);
    expect(() => template.resourceCountIs("AWS::CloudWatch::Dashboard", 1)).not.toThrow();
    expect(() =>
      template.hasResourceProperties("AWS::Budgets::Budget", {
        Budget: Match.objectLike({ BudgetLimit: { Amount: stageOf(name).alarms.awsUsdPerMonth, Unit: "USD" } }),
      }),
    ).not.toThrow();
  });

  test("counts answers of 500 or more and queues that nobody polls from the lines that are logged of them.", () => {
    const patternOf = (metric: string) =>
      resources([template], "AWS::Logs::MetricFilter").flatMap(({ Properties }) => {
        const [to] = Properties["MetricTransformations"] as { MetricName: string }[];
        return to?.MetricName === metric ? [Properties["FilterPattern"]] : [];
      });
    expect(patternOf("ServerErrors")).toEqual(['{ ($.msg = "request") && ($.status >= 500) }']);
    expect(patternOf("UnpolledQueue")).toEqual(['{ ($.msg = "task queue") && ($.pollers = 0) && ($.backlog > 0) }']);
    expect(() =>
      template.hasResourceProperties("AWS::Events::Rule", { ScheduleExpression: "rate(5 minutes)" }),
    ).not.toThrow();
  });

  test("has its workers of that kind alone.", () => {
    const count = (type: string) => resources(templates, type).length;
    expect(count("AWS::Lambda::Function")).toBe(workers === "lambda" ? 3 : 2);
    expect(count("AWS::ECS::Service")).toBe(workers === "lambda" ? 0 : 1);
  });

  test("tags what it makes with the stage.", () => {
    const tags = Match.arrayWith([{ Key: "parley:stage", Value: name }]);
    for (const type of ["AWS::DynamoDB::Table", "AWS::Lambda::Function", "AWS::KMS::Key"])
      expect(() => template.allResourcesProperties(type, { Tags: tags })).not.toThrow();
  });

  test("has no finding of AWS's own list.", () => {
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    expect(violations).toEqual([]);
  });
});

test("All queues have one function, which knows its version, and whose earlier versions stay.", () => {
  const template = Template.fromStack(stackOf().stack);
  expect(() =>
    template.hasResourceProperties("AWS::Lambda::Function", {
      FunctionName: "parley-prod-worker-service",
      Timeout: 900,
      Environment: {
        Variables: Match.objectLike({
          KEYED_PROVIDERS: "anthropic,openai",
          HEARTBEAT_SECONDS: "15",
          TEMPORAL_DEPLOYMENT_NAME: "parley-prod",
          TEMPORAL_BUILD_ID: "build-1",
        }),
      },
    }),
  ).not.toThrow();
  expect(() => template.hasResource("AWS::Lambda::Version", { DeletionPolicy: "Retain" })).not.toThrow();
});

test("With EMBEDDING_MODEL every process may embed, so each reads that provider's key, and no other for it.", () => {
  const stage: Stage = { ...stageOf("prod"), variables: { EMBEDDING_MODEL: "mistral/mistral-embed" } };
  const read = readableSecrets([Template.fromStack(stackOf({ stage }).stack)]);
  expect(read["api"]).toEqual(["provider-mistral", "service", "temporal"]);
  expect(read["worker-service"]).toEqual(["provider-anthropic", "provider-mistral", "provider-openai", "temporal"]);
});

test("Another build of services is a stack of its own: what is deployed with it changes nothing of the older one's.", () => {
  const [older, newer] = ["0.1.0-aaa", "0.1.0-bbb"].map((build) => stackOf({ workers: "fargate", build }).stacks);
  const names = [older, newer].map((stacks = []) => stacks.map(({ stackName }) => stackName));
  expect(names).toEqual([
    ["parley-prod", "parley-prod-workers-0-1-0-aaa"],
    ["parley-prod", "parley-prod-workers-0-1-0-bbb"],
  ]);
  const [stays, workers] = (newer ?? []).map((stack) => Template.fromStack(stack));
  expect(stays?.findResources("AWS::ECS::Service"), "a deployment removes none").toEqual({});
  expect(() =>
    workers?.hasResourceProperties("AWS::ECS::Service", { ServiceName: "parley-prod-workers-0-1-0-bbb" }),
  ).not.toThrow();
  const of = Match.objectLike({ Name: "TEMPORAL_DEPLOYMENT_NAME", Value: "parley-prod" });
  const build = Match.objectLike({ Name: "TEMPORAL_BUILD_ID", Value: "0.1.0-bbb" });
  for (const variable of [of, build])
    expect(() =>
      workers?.hasResourceProperties("AWS::ECS::TaskDefinition", {
        ContainerDefinitions: [Match.objectLike({ Environment: Match.arrayWith([variable]) })],
      }),
    ).not.toThrow();
  // What the older stack takes from the one that stays is still there, or CloudFormation refuses the deployment.
  const exported = (stacks: Stack[] = []) => Object.keys(Template.fromStack(stacks[0] as Stack).toJSON().Outputs ?? {});
  expect(exported(newer)).toEqual(exported(older));
});

test("Temporal may invoke the workers, and nothing else, once it is named; nobody may before.", () => {
  const prod = stageOf("prod");
  const invoker = "arn:aws:iam::123456789012:role/temporal";
  const named = stackOf({ stage: { ...prod, temporal: { ...prod.temporal, invokers: [invoker] } } }).stack;
  const template = Template.fromStack(named);
  expect(() =>
    template.hasResourceProperties("AWS::IAM::Role", {
      RoleName: "parley-prod-temporal",
      AssumeRolePolicyDocument: Match.objectLike({
        Statement: [
          Match.objectLike({
            Principal: { AWS: invoker },
            Condition: { StringEquals: { "sts:ExternalId": "parley-prod" } },
          }),
        ],
      }),
    }),
  ).not.toThrow();
  const invoking = (of: Template) =>
    statements(of).filter(({ Action }) => listed(Action).includes("lambda:InvokeFunction"));
  expect(invoking(template)).toHaveLength(1);
  expect(JSON.stringify(invoking(template))).not.toContain("Api");
  expect(invoking(Template.fromStack(stackOf().stack))).toEqual([]);
});

test("A finding ends the synthesis.", () => {
  const app = newApp();
  checkRules(app);
  const stack = new Stack(app, "Other");
  expect(new Topic(stack, "WithoutTls").node.path).toBe("Other/WithoutTls");
  expect(() => app.synth()).toThrow("does not require publishers to use SSL");
});

test("A stage or a kind of workers that there is not is refused by name.", () => {
  expect(() => stageOf("staging")).toThrow("there is no stage staging");
  expect(() => workerKindOf("pods")).toThrow("not pods");
});
