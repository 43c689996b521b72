package main

type disputeCmd struct {
	Verify disputeVerifyCmd `cmd:"" help:"Verify an archive of evidence, on any machine. Needs no daemon."`
}
