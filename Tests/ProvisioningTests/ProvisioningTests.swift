// ProvisioningTests
